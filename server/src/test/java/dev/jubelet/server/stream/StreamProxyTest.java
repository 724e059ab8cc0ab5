package dev.jubelet.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.http.Handler;
import dev.jubelet.server.http.Router;
import dev.jubelet.server.listener.TestClient;
import dev.jubelet.server.listener.TestListener;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class StreamProxyTest {
  private static final Duration IDLE = Duration.ofHours(4);
  private static final String REQUEST =
      "POST /stream HTTP/1.1\r\nHost: node\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n"
          + "X-Stream-Protocol-Version: v4.channel.k8s.io\r\n"
          + "X-Stream-Protocol-Version: v3.channel.k8s.io\r\n"
          + "Authorization: Bearer secret\r\nCookie: secret\r\nContent-Length: 0\r\n\r\n";

  private final ManualTimers timers = new ManualTimers();
  private final StreamProxy proxy = new StreamProxy(timers, IDLE, true);
  private final ScriptedRuntime runtime = new ScriptedRuntime();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final TestListener node = TestListener.clear(pages(runtime.url()));

  StreamProxyTest() throws IOException {}

  private Handler pages(URI url) {
    return Router.builder()
        .any(
            "/stream",
            exchange -> {
              try {
                proxy.carryPorts(exchange, url);
              } finally {
                ended.countDown();
              }
            })
        .any("/hello", exchange -> exchange.text(200, "hello"))
        .build();
  }

  @AfterEach
  void close() throws Exception {
    proxy.close();
    node.close();
    runtime.close();
  }

  /** A client and the runtime with a stream between them. */
  private record Joined(TestClient client, ScriptedRuntime.Session session)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      client.close();
      session.close();
    }
  }

  /** Returns when bytes are carried, so that the limits of the session are set. */
  private Joined join() throws IOException {
    TestClient client = node.client().send(REQUEST);
    ScriptedRuntime.Session session = runtime.accept();
    session.head();
    session.say(ScriptedRuntime.SWITCHED);
    assertThat(client.send("!").head()).startsWith("HTTP/1.1 101 ");
    assertThat(session.text(1)).isEqualTo("!");
    return new Joined(client, session);
  }

  @Test
  void theRuntimeIsToldWhatToAgreeOnAndNoSecret() throws Exception {
    try (TestClient client = node.client().send(REQUEST);
        ScriptedRuntime.Session session = runtime.accept()) {
      assertThat(session.head().split("\r\n"))
          .containsExactly(
              "POST /exec/token?a=%20b HTTP/1.1",
              "Host: " + runtime.authority(),
              "Connection: Upgrade",
              "Content-Length: 0",
              "Upgrade: SPDY/3.1",
              "X-Stream-Protocol-Version: v4.channel.k8s.io",
              "X-Stream-Protocol-Version: v3.channel.k8s.io");
      session.say(ScriptedRuntime.SWITCHED);
      assertThat(client.head())
          .contains("Connection: Upgrade\r\n", "Upgrade: SPDY/3.1\r\n")
          .contains("X-Stream-Protocol-Version: v4.channel.k8s.io\r\n")
          .doesNotContain("Date: then", "close");
    }
  }

  @Test
  void aTokenAmongTheWebSocketProtocolsStaysHere() throws Exception {
    String request =
        "GET /stream HTTP/1.1\r\nHost: node\r\nConnection: keep-alive, Upgrade\r\n"
            + "Upgrade: websocket\r\nSec-WebSocket-Key: abc\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Protocol: base64url.bearer.authorization.k8s.io.c2VjcmV0,\r\n"
            + "Sec-WebSocket-Protocol: v4.channel.k8s.io,channel.k8s.io\r\n\r\n";
    try (TestClient _ = node.client().send(request);
        ScriptedRuntime.Session session = runtime.accept()) {
      assertThat(session.head())
          .startsWith("GET /exec/token?a=%20b HTTP/1.1\r\n")
          .contains("Sec-WebSocket-Key: abc\r\n", "Sec-WebSocket-Version: 13\r\n")
          .contains("Sec-WebSocket-Protocol: v4.channel.k8s.io, channel.k8s.io\r\n")
          .doesNotContain("c2VjcmV0");
    }
  }

  @Test
  void bytesThatComeEarlyAreKept() throws Exception {
    try (TestClient client = node.client().send(REQUEST + "early");
        ScriptedRuntime.Session session = runtime.accept()) {
      session.head();
      session.say(ScriptedRuntime.SWITCHED + "hello");
      assertThat(session.text(5)).isEqualTo("early");
      client.head();
      assertThat(client.text(5)).isEqualTo("hello");
    }
  }

  @Test
  void theEndOfTheClientsBytesIsPassedOnAndTheRuntimeMayStillSpeak() throws Exception {
    try (Joined joined = join()) {
      joined.client().send("all");
      joined.client().endOutput();
      assertThat(joined.session().text(3)).isEqualTo("all");
      assertThat(joined.session().isEnded()).isTrue();
      joined.session().say("last words").close();
      assertThat(joined.client().all()).isEqualTo("last words");
      ended.await();
    }
  }

  @Test
  void theEndOfTheRuntimesBytesIsPassedOnAndTheClientMayStillSpeak() throws Exception {
    try (Joined joined = join()) {
      joined.session().say("done").socket().shutdownOutput();
      assertThat(joined.client().all()).isEqualTo("done");
      joined.client().send("thanks");
      assertThat(joined.session().text(6)).isEqualTo("thanks");
      joined.client().endOutput();
      ended.await();
    }
  }

  @Test
  void aRuntimeThatDiesEndsTheStream() throws Exception {
    try (Joined joined = join()) {
      joined.session().reset();
      assertThat(joined.client().all()).isEmpty();
      joined.client().send("nobody hears this");
      joined.client().endOutput();
      ended.await();
      assertThat(timers.pending()).isZero();
    }
  }

  @Test
  void aClientThatStaysAfterTheRuntimeHasGoneIsCut() throws Exception {
    try (Joined joined = join()) {
      joined.session().close();
      assertThat(joined.client().all()).isEmpty();
      timers.advance(Tunnel.LAST_WORDS);
      ended.await();
    }
  }

  @Test
  void aClientThatDiesFreesEverything() throws Exception {
    try (Joined joined = join()) {
      joined.client().close();
      assertThat(joined.session().isEnded()).isTrue();
      // The command runs on and the runtime keeps its side open.
      timers.advance(Tunnel.LAST_WORDS);
      ended.await();
      assertThat(timers.pending()).isZero();
    }
  }

  @Test
  void whoStandsStillForTooLongIsCut() throws Exception {
    try (Joined joined = join()) {
      timers.advance(IDLE.minusSeconds(1));
      joined.client().send("a");
      assertThat(joined.session().text(1)).isEqualTo("a");
      joined.session().say("b");
      assertThat(joined.client().text(1)).isEqualTo("b");
      timers.advance(IDLE.minusSeconds(1));
      assertThat(ended.getCount()).isOne();
      timers.advance(Duration.ofSeconds(2));
      ended.await();
      assertThat(joined.session().isEnded()).isTrue();
      assertThat(joined.client().isCut()).isTrue();
    }
  }

  @Test
  void aSlowClientSlowsTheRuntimeDownAndGetsEveryByte() throws Exception {
    int total = 64 * 1024 * 1024;
    byte[] piece = new byte[1024 * 1024];
    new Random(1).nextBytes(piece);
    AtomicLong written = new AtomicLong();
    try (Joined joined = join()) {
      Thread writer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      for (int at = 0; at < total; at += piece.length) {
                        joined.session().out().write(piece);
                        written.addAndGet(piece.length);
                      }
                    } catch (IOException e) {
                      throw new UncheckedIOException(e);
                    }
                  });
      assertThat(joined.client().in().readNBytes(piece.length)).isEqualTo(piece);
      assertThat(written).hasValueLessThan(total);
      for (int at = piece.length; at < total; at += piece.length) {
        assertThat(joined.client().in().readNBytes(piece.length)).isEqualTo(piece);
      }
      writer.join();
    }
  }

  @Test
  void sessionsEndWithTheServer() throws Exception {
    try (Joined joined = join()) {
      proxy.close();
      ended.await();
      assertThat(joined.session().isEnded()).isTrue();
    }
    try (TestClient client = node.client().send(REQUEST);
        ScriptedRuntime.Session late = runtime.accept()) {
      late.head();
      late.say(ScriptedRuntime.SWITCHED);
      assertThat(late.isEnded()).isTrue();
      assertThat(client.head()).startsWith("HTTP/1.1 101 ");
      assertThat(client.isCut()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\nno token\nmore",
        "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nno token\n\r\n0\r\n\r\n",
      })
  void theRuntimesRefusalIsRelayedAndNothingAfterItIsARequest(String refusal) throws Exception {
    String second = "GET /hello HTTP/1.1\r\nHost: node\r\n\r\n";
    try (TestClient client = node.client().send(REQUEST + second);
        ScriptedRuntime.Session session = runtime.accept()) {
      session.head();
      session.say(refusal);
      assertThat(client.all())
          .startsWith("HTTP/1.1 404 Not Found\r\n")
          .contains("Connection: close\r\n")
          .endsWith("\r\n\r\nno token\n");
      assertThat(session.isEnded()).isTrue();
    }
  }

  @Test
  void aLongRefusalIsCut() throws Exception {
    try (TestClient client = node.client().send(REQUEST);
        ScriptedRuntime.Session session = runtime.accept()) {
      session.head();
      session.say("HTTP/1.1 500 No\r\n\r\n" + "x".repeat(100_000));
      assertThat(client.all()).hasSizeLessThan(70_000).endsWith("xxx");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP/1.1 302 Found|Location: http://10.0.0.1/, invalid upgrade response: status code 302",
    "HTTP/1.1 200 OK|Content-Length: 0, invalid upgrade response: status code 200",
    "SSH-2.0-x, no answer of the runtime's streaming server: malformed HTTP response \"SSH-2.0-x\"",
  })
  void whatIsNoUpgradeIsAnError(String answer, String text) throws Exception {
    try (TestClient client = node.client().send(REQUEST);
        ScriptedRuntime.Session session = runtime.accept()) {
      session.head();
      session.say(answer.replace("|", "\r\n") + "\r\n\r\n");
      assertThat(client.all())
          .startsWith("HTTP/1.1 500 Internal Server Error\r\n")
          .endsWith("\r\n\r\n" + text + "\n");
    }
  }

  @Test
  void aRuntimeThatDoesNotAnswerIsLeft() throws Exception {
    try (TestClient client = node.client().send(REQUEST);
        ScriptedRuntime.Session session = runtime.accept()) {
      session.head();
      timers.advance(Duration.ofSeconds(10));
      assertThat(client.all()).startsWith("HTTP/1.1 500 ");
      assertThat(session.isEnded()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://127.0.0.1:1/x", "ftp://127.0.0.1/x", "https:x", "http:///x"})
  void aUrlThatCannotBeDialledIsAnError(String url) throws Exception {
    try (TestListener other = TestListener.clear(pages(URI.create(url)));
        TestClient client = other.client().send(REQUEST)) {
      assertThat(client.all())
          .startsWith("HTTP/1.1 500 ")
          .contains("\r\n\r\nerror dialing backend: ");
    }
  }

  @Test
  void aRequestWithABodyNeverReachesTheRuntime() throws Exception {
    String smuggling = REQUEST.replace("Content-Length: 0", "Content-Length: 5") + "GET /";
    try (TestClient client = node.client().send(smuggling)) {
      assertThat(client.all()).startsWith("HTTP/1.1 400 ");
      ended.await();
    }
  }

  @ParameterizedTest
  @CsvSource({"/hello, 200", "/nosuch, 404"})
  void whatFollowsAnUpgradeThatIsNotTakenUpIsNoRequest(String path, int status) throws Exception {
    String request = REQUEST.replace("/stream", path) + "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n";
    try (TestClient client = node.client().send(request)) {
      assertThat(client.all())
          .startsWith("HTTP/1.1 " + status)
          .containsOnlyOnce("HTTP/1.1")
          .contains("Connection: close\r\n");
    }
  }
}
