package dev.jubelet.server.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.http.Exchange;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ConnectionLimitTest {
  private final Semaphore started = new Semaphore(0);
  private final CountDownLatch go = new CountDownLatch(1);

  private void waitForGo(Exchange exchange) throws IOException {
    if (exchange.request().rawPath().equals("/wait")) {
      started.release();
      try {
        go.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      }
    }
    exchange.text(200, "done");
  }

  @Test
  void manyConnectionsAreServedAtTheSameTime() throws Exception {
    List<TestClient> clients = new ArrayList<>();
    try (TestListener server = TestListener.limited(this::waitForGo, 500)) {
      for (int i = 0; i < 300; i++) {
        clients.add(server.client().get("/wait"));
      }
      started.acquire(300);
      go.countDown();
      for (TestClient client : clients) {
        assertThat(client.head()).startsWith("HTTP/1.1 200 OK");
        assertThat(client.text(4)).isEqualTo("done");
        client.close();
      }
    }
  }

  @Test
  void theLongestIdleConnectionGivesWay() throws Exception {
    try (TestListener server = TestListener.limited(this::waitForGo, 2);
        TestClient oldest = server.client();
        TestClient younger = server.client()) {
      for (TestClient client : List.of(oldest, younger)) {
        assertThat(client.get("/").head()).startsWith("HTTP/1.1 200 OK");
        assertThat(client.text(4)).isEqualTo("done");
        server.timers.awaitSet(ConnectionDeadline.ANSWER);
        server.timers.awaitSet(ConnectionDeadline.IDLE);
      }
      try (TestClient next = server.client()) {
        assertThat(next.get("/").head()).startsWith("HTTP/1.1 200 OK");
        assertThat(oldest.isCut()).isTrue();
        assertThat(younger.get("/").head()).startsWith("HTTP/1.1 200 OK");
      }
    }
  }

  @Test
  void aBusyConnectionDoesNotGiveWayBeforeItsAnswer() throws Exception {
    try (TestListener server = TestListener.limited(this::waitForGo, 1);
        TestClient busy = server.client().get("/wait")) {
      started.acquire();
      try (TestClient next = server.client().get("/")) {
        go.countDown();
        assertThat(busy.head()).startsWith("HTTP/1.1 200 OK");
        assertThat(busy.text(4)).isEqualTo("done");
        assertThat(next.head()).startsWith("HTTP/1.1 200 OK");
        assertThat(busy.isCut()).isTrue();
      }
    }
  }

  @Test
  void closingDoesNotWaitForThoseWithoutRoom() throws Exception {
    TestListener server = TestListener.limited(this::waitForGo, 1);
    try (TestClient busy = server.client().get("/wait")) {
      started.acquire();
      try (TestClient next = server.client().get("/")) {
        server.close();
        assertThat(next.isCut()).isTrue();
        assertThat(busy.isCut()).isTrue();
      }
    }
  }
}
