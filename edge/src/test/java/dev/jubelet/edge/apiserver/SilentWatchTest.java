package dev.jubelet.edge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigCluster;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigUser;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.edge.apiserver.watch.Reflector;
import dev.jubelet.edge.apiserver.watch.WatchListener;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that speaks HTTP/1.1 only and answers, while a watch of it shows nothing any more. */
@Timeout(120)
final class SilentWatchTest {
  private final DueTimers timers = new DueTimers();
  private final BlockingQueue<String> watches = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final Semaphore probes = new Semaphore(0);
  private final CountDownLatch over = new CountDownLatch(1);
  private HttpServer server;
  private ApiConnection connection;
  private Reflector<ConfigMap> reflector;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/version", this::version);
    server.createContext("/api/v1/configmaps", this::maps);
    server.start();
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    KubeconfigCluster cluster =
        new KubeconfigCluster(address, Optional.empty(), Optional.empty(), false, Optional.empty());
    KubeconfigUser nobody =
        new KubeconfigUser(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    ObjectMapper json = new ObjectMapper();
    connection =
        new ApiConnection(
            new Kubeconfig(Path.of("/none"), cluster, nobody),
            new ConnectionSettings("test", "test", ConnectionSettings.Threads.VIRTUAL),
            json,
            timers);
    ApiClient client = new ApiClient(connection, ClientSettings.usual(-1, 0, timers), json, timers);
    ApiResource<ConfigMap> resource = ApiResource.core("configmaps", "ConfigMap", ConfigMap.class);
    reflector =
        new Reflector<>(
            "maps",
            ListWatch.of(client, Selection.all(resource)),
            new Listener(),
            timers,
            new Random(1));
  }

  @AfterEach
  void close() {
    reflector.close();
    over.countDown();
    connection.close();
    server.stop(0);
  }

  private final class Listener implements WatchListener<ConfigMap> {
    @Override
    public void replaced(List<ConfigMap> all, String resourceVersion) {
      told.add("all at " + resourceVersion);
    }

    @Override
    public void changed(WatchEvent<ConfigMap> event) {
      told.add("changed at " + event.resourceVersion());
    }

    @Override
    public void lost(ApiException reason) {}
  }

  private void version(HttpExchange exchange) throws IOException {
    answer(exchange, "{}");
    probes.release();
  }

  private void maps(HttpExchange exchange) throws IOException {
    String query = exchange.getRequestURI().getQuery();
    if (!query.contains("watch=true")) {
      answer(
          exchange,
          "{\"kind\": \"ConfigMapList\", \"metadata\": {\"resourceVersion\": \"1\"}, \"items\": []}");
      return;
    }
    exchange.sendResponseHeaders(200, 0);
    String version = "resourceVersion=1".equals(part(query)) ? "5" : "6";
    String event =
        """
        {"type": "MODIFIED", "object": {"kind": "ConfigMap", "apiVersion": "v1",\
         "metadata": {"name": "settings", "resourceVersion": "%s"}}}
        """
            .formatted(version);
    OutputStream body = exchange.getResponseBody();
    body.write(event.getBytes(StandardCharsets.UTF_8));
    body.flush();
    watches.add(part(query));
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String part(String query) {
    return List.of(query.split("&", -1)).stream()
        .filter(each -> each.startsWith("resourceVersion="))
        .findFirst()
        .orElse("");
  }

  private static void answer(HttpExchange exchange, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static String next(BlockingQueue<String> queue) throws InterruptedException {
    return String.valueOf(queue.poll(30, TimeUnit.SECONDS));
  }

  @Test
  void aWatchWithoutItsBookmarkIsOpenedAgainWhereItStood() throws InterruptedException {
    reflector.start();
    assertThat(next(watches)).isEqualTo("resourceVersion=1");
    assertThat(next(told)).isEqualTo("all at 1");
    assertThat(next(told)).isEqualTo("changed at 5");

    timers.advance(Duration.ofSeconds(30));
    assertThat(probes.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    assertThat(watches).isEmpty();
    timers.advance(Duration.ofSeconds(60));

    assertThat(nextWatchWithin(Duration.ofSeconds(50))).isEqualTo("resourceVersion=5");
    assertThat(next(told)).isEqualTo("changed at 6");
    assertThat(told).isEmpty();
  }

  /** Time moves on in small steps, since what follows has pauses of its own. */
  private String nextWatchWithin(Duration limit) throws InterruptedException {
    Duration step = limit.dividedBy(100);
    String watch = null;
    for (int i = 0; i < 100 && watch == null; i++) {
      watch = watches.poll(300, TimeUnit.MILLISECONDS);
      if (watch == null) {
        timers.advance(step);
      }
    }
    return String.valueOf(watch);
  }
}
