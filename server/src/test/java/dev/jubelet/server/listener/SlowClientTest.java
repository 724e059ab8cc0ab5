package dev.jubelet.server.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that take their time lose their connection, whatever they are at. */
@Timeout(20)
class SlowClientTest {
  private static final Duration ALMOST = Duration.ofMillis(1);

  private final TestPages pages = new TestPages();

  @Test
  void aHeadMustCome() throws Exception {
    try (TestListener server = TestListener.clear(pages);
        TestClient client = server.client()) {
      client.send("GET / HTTP/1.1\r\nHost:");
      server.timers.awaitSet(ConnectionDeadline.REQUEST);
      server.timers.advance(ConnectionDeadline.REQUEST.minus(ALMOST));
      client.send(" node\r\nX: still here\r\n");
      server.timers.advance(ALMOST);

      assertThat(client.isCut()).isTrue();
      assertThat(pages.asked).isEmpty();
    }
  }

  @Test
  void aHandshakeMustEnd() throws Exception {
    try (TestListener server = TestListener.secured(pages);
        TestClient silent = server.client()) {
      server.timers.awaitSet(ConnectionDeadline.HANDSHAKE);
      server.timers.advance(ConnectionDeadline.HANDSHAKE);

      assertThat(silent.isCut()).isTrue();
    }
  }

  @Test
  void aBodyMustCome() throws Exception {
    try (TestListener server = TestListener.clear(pages);
        TestClient client = server.client()) {
      client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab");
      server.timers.awaitSet(ConnectionDeadline.REQUEST);
      server.timers.awaitSet(ConnectionDeadline.REQUEST);
      server.timers.advance(ConnectionDeadline.REQUEST);

      assertThat(client.isCut()).isTrue();
    }
  }

  @Test
  void anIdleConnectionEnds() throws Exception {
    try (TestListener server = TestListener.clear(pages);
        TestClient client = server.client()) {
      server.timers.awaitSet(ConnectionDeadline.IDLE);
      assertThat(client.get("/hello").head()).startsWith("HTTP/1.1 200 OK");
      assertThat(client.text(5)).isEqualTo("hello");
      server.timers.awaitSet(ConnectionDeadline.IDLE);
      server.timers.advance(ConnectionDeadline.IDLE.minus(ALMOST));
      assertThat(client.get("/hello").head()).startsWith("HTTP/1.1 200 OK");
      assertThat(client.text(5)).isEqualTo("hello");
      server.timers.awaitSet(ConnectionDeadline.IDLE);
      server.timers.advance(ConnectionDeadline.IDLE);

      assertThat(client.isCut()).isTrue();
    }
  }

  @Test
  void anAnswerMustBeTaken() throws Exception {
    try (TestListener server = TestListener.clear(x -> x.text(200, "x".repeat(32 * 1024 * 1024)));
        TestClient client = server.client()) {
      client.get("/");
      server.timers.awaitSet(ConnectionDeadline.ANSWER);
      server.timers.advance(ConnectionDeadline.ANSWER);

      assertThat(client.in().readAllBytes()).hasSizeLessThan(32 * 1024 * 1024);
    }
  }

  @Test
  void aClientThatDoesNotHangUpIsNotWaitedForLong() throws Exception {
    try (TestListener server = TestListener.limited(pages, 1);
        TestClient lazy = server.client()) {
      assertThat(lazy.send("GET /hello HTTP/1.0\r\n\r\n").all()).endsWith("hello");
      server.timers.awaitSet(ConnectionDeadline.LINGER);
      server.timers.advance(ConnectionDeadline.LINGER);

      try (TestClient next = server.client()) {
        assertThat(next.get("/hello").head()).startsWith("HTTP/1.1 200 OK");
      }
    }
  }
}
