package dev.jubelet.server.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.listener.Connections.Limits;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections of those who have not said who they are give way to newer ones. */
@Timeout(30)
class StrangerLimitTest {
  private static final Limits LIMITS = new Limits(100, 3);

  private final Semaphore started = new Semaphore(0);
  private final CountDownLatch go = new CountDownLatch(1);

  /** Knows who asks for /me, lets anybody have /wait and refuses the rest. */
  private void guard(Exchange exchange) throws IOException {
    switch (exchange.request().rawPath()) {
      case "/me" -> {
        exchange.request().grant(true);
        exchange.text(200, "done");
      }
      case "/wait" -> {
        exchange.request().grant(false);
        await(exchange);
      }
      default -> exchange.text(401, "Unauthorized");
    }
  }

  private void await(Exchange exchange) throws IOException {
    started.release();
    try {
      go.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
    exchange.text(200, "done");
  }

  private static void halfAHead(TestListener server, List<TestClient> clients) throws Exception {
    clients.add(server.client().send("GET / HTTP/1.1\r\nHost:"));
    server.timers.awaitSet(ConnectionDeadline.REQUEST);
  }

  private static void close(List<TestClient> clients) throws IOException {
    for (TestClient client : clients) {
      client.close();
    }
  }

  @Test
  void whoHasBeenAStrangerForLongestIsCut() throws Exception {
    List<TestClient> clients = new ArrayList<>();
    try (TestListener server = TestListener.guarded(this::guard, LIMITS)) {
      for (int i = 0; i < 5; i++) {
        halfAHead(server, clients);
      }
      assertThat(clients.get(0).isCut()).isTrue();
      assertThat(clients.get(1).isCut()).isTrue();
      assertThat(server.dropped).hasValue(2);
      assertThat(clients.get(2).send(" a\r\n\r\n").head()).startsWith("HTTP/1.1 401");
      close(clients);
    }
  }

  @Test
  void whoIsKnownKeepsItsConnectionWhateverStrangersDo() throws Exception {
    List<TestClient> clients = new ArrayList<>();
    try (TestListener server = TestListener.guarded(this::guard, LIMITS);
        TestClient known = server.client()) {
      assertThat(known.get("/me").head()).startsWith("HTTP/1.1 200 OK");
      assertThat(known.text(4)).isEqualTo("done");
      for (int i = 0; i < 10; i++) {
        halfAHead(server, clients);
      }
      assertThat(known.get("/me").head()).startsWith("HTTP/1.1 200 OK");
      assertThat(known.text(4)).isEqualTo("done");
      // Also a new one comes in among the strangers.
      try (TestClient next = server.client()) {
        assertThat(next.get("/me").head()).startsWith("HTTP/1.1 200 OK");
      }
      close(clients);
    }
  }

  @Test
  void whoWasRefusedIsStillAStranger() throws Exception {
    List<TestClient> clients = new ArrayList<>();
    try (TestListener server = TestListener.guarded(this::guard, LIMITS);
        TestClient refused = server.client()) {
      assertThat(refused.get("/").head()).startsWith("HTTP/1.1 401");
      assertThat(refused.text(12)).isEqualTo("Unauthorized");
      server.timers.awaitSet(ConnectionDeadline.ANSWER);
      server.timers.awaitSet(ConnectionDeadline.IDLE);
      for (int i = 0; i < 3; i++) {
        halfAHead(server, clients);
      }
      assertThat(refused.isCut()).isTrue();
      close(clients);
    }
  }

  @Test
  void whatIsAskedAboutAStrangerThatWasCutIsNotWaitedFor() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Semaphore ended = new Semaphore(0);
    List<TestClient> clients = new ArrayList<>();
    try (TestListener server =
            TestListener.guarded(
                exchange -> {
                  try {
                    started.release();
                    never.await();
                  } catch (InterruptedException e) {
                    ended.release();
                    throw new InterruptedIOException("interrupted");
                  }
                },
                LIMITS);
        TestClient asking = server.client().get("/")) {
      started.acquire();
      for (int i = 0; i < 3; i++) {
        halfAHead(server, clients);
      }
      ended.acquire();
      assertThat(asking.isCut()).isTrue();
      close(clients);
    }
  }

  @Test
  void anAnswerThatWasGrantedToAStrangerIsNotCut() throws Exception {
    List<TestClient> clients = new ArrayList<>();
    try (TestListener server = TestListener.guarded(this::guard, LIMITS);
        TestClient stranger = server.client().get("/wait")) {
      started.acquire();
      for (int i = 0; i < 5; i++) {
        halfAHead(server, clients);
      }
      go.countDown();
      assertThat(stranger.head()).startsWith("HTTP/1.1 200 OK");
      assertThat(stranger.text(4)).isEqualTo("done");
      close(clients);
    }
  }

  @Test
  void whereNobodyAsksWhoItIsAWholeRequestIsEnough() throws Exception {
    List<TestClient> clients = new ArrayList<>();
    try (TestListener server = TestListener.unguarded(this::await, LIMITS);
        TestClient whole = server.client().get("/")) {
      started.acquire();
      for (int i = 0; i < 5; i++) {
        halfAHead(server, clients);
      }
      assertThat(clients.get(0).isCut()).isTrue();
      go.countDown();
      assertThat(whole.head()).startsWith("HTTP/1.1 200 OK");
      close(clients);
    }
  }

  @Test
  void aSilentHandshakeIsAStrangersToo() throws Exception {
    try (TestListener server = TestListener.guardedAndSecured(this::guard, LIMITS);
        TestClient silent = server.client()) {
      server.timers.awaitSet(ConnectionDeadline.HANDSHAKE);
      List<TestClient> clients = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        clients.add(server.client());
        server.timers.awaitSet(ConnectionDeadline.HANDSHAKE);
      }
      assertThat(silent.isCut()).isTrue();
      close(clients);
    }
  }

  @Test
  void allAreCountedButASeriesIsLoggedOnce() {
    ManualTimers timers = new ManualTimers();
    AtomicInteger counted = new AtomicInteger();
    DroppedConnections dropped =
        new DroppedConnections("127.0.0.1:10250", counted::incrementAndGet, timers);
    dropped.run();
    dropped.run();
    assertThat(counted).hasValue(2);
    assertThat(dropped.beginsASeries()).isFalse();
    timers.advance(Duration.ofSeconds(59));
    assertThat(dropped.beginsASeries()).isFalse();
    timers.advance(Duration.ofSeconds(60));
    assertThat(dropped.beginsASeries()).isTrue();
    assertThat(dropped.beginsASeries()).isFalse();
  }
}
