package dev.jubelet.edge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.jubelet.edge.apiserver.auth.Credentials;
import dev.jubelet.edge.apiserver.auth.TlsContexts;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigCluster;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigUser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A way to a server that takes requests and never answers. */
final class HttpTransportTest {
  private static final ApiRequest REQUEST = ApiRequest.get("/api", Map.of());

  private final DueTimers timers = new DueTimers();
  private final Semaphore asked = new Semaphore(0);
  private final CountDownLatch never = new CountDownLatch(1);
  private HttpServer server;
  private HttpClients clients;
  private HttpTransport transport;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          asked.release();
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    server.start();
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    KubeconfigCluster cluster =
        new KubeconfigCluster(address, Optional.empty(), Optional.empty(), false, Optional.empty());
    KubeconfigUser nobody =
        new KubeconfigUser(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    Credentials credentials =
        Credentials.of(
            new Kubeconfig(Path.of("/none"), cluster, nobody),
            new ObjectMapper(),
            timers,
            ApiListener.UNHEARD);
    clients =
        new HttpClients(
            cluster,
            new TlsContexts(cluster, credentials),
            Executors.newVirtualThreadPerTaskExecutor(),
            ProxyChoice.of(cluster, Map.of()),
            timers);
    transport = new HttpTransport(address, clients, request -> request.to(address).build(), timers);
  }

  @AfterEach
  void close() {
    never.countDown();
    transport.close();
    server.stop(0);
  }

  private void waitInVain(RequestDeadline deadline) throws InterruptedException {
    FutureTask<ApiResponse> call =
        new FutureTask<>(() -> transport.send(REQUEST, deadline, () -> {}));
    Thread.ofVirtual().start(call);
    assertThat(asked.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    timers.advance(Duration.ofSeconds(10));
    assertThatThrownBy(() -> call.get(30, TimeUnit.SECONDS))
        .cause()
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(ApiException.Kind.TIMEOUT));
  }

  @Test
  void aLateCallLeavesAlsoTheConnectionThatItMadeItself() throws InterruptedException {
    try (RequestDeadline deadline = RequestDeadline.ofCall(timers, Duration.ofSeconds(10))) {
      timers.advance(Duration.ofMillis(1));
      waitInVain(deadline);
      HttpClients.Client used = clients.current();

      transport.leave(deadline.sentAt(), "late");

      assertThat(clients.current()).isNotEqualTo(used);
    }
  }

  @Test
  void aLateCallLeavesNoConnectionThatCameAfterIt() throws InterruptedException {
    try (RequestDeadline deadline = RequestDeadline.ofCall(timers, Duration.ofSeconds(10))) {
      waitInVain(deadline);
      transport.leave(timers.nanoTime(), "somebody else was quicker");
      HttpClients.Client fresh = clients.current();

      transport.leave(deadline.sentAt(), "late");

      assertThat(clients.current()).isEqualTo(fresh);
    }
  }
}
