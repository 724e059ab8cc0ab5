package dev.jubelet.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.http.Router;
import dev.jubelet.server.listener.TestClient;
import dev.jubelet.server.listener.TestListener;
import dev.jubelet.testing.stream.ChannelClient;
import dev.jubelet.testing.stream.SpdyExecServer;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** WebSockets that end here: channels of a command, and SPDY inside for ports. */
@Timeout(60)
class WebSocketStreamsTest {
  private static final String V5 = "v5.channel.k8s.io";
  private static final String SUCCESS = "{\"metadata\":{},\"status\":\"Success\"}";
  private static final Channels ALL = new Channels(true, true, true, false);
  private static final Channels TERMINAL = new Channels(true, true, false, true);

  private final ManualTimers timers = new ManualTimers();
  private final StreamProxy proxy = new StreamProxy(timers, Duration.ofHours(4), true);
  private final CountDownLatch ended = new CountDownLatch(1);
  private URI runtime = URI.create("http://127.0.0.1:1/");
  private Channels wanted = ALL;
  private final TestListener node =
      TestListener.clear(
          Router.builder()
              .any("/ports", exchange -> proxy.carryPorts(exchange, runtime))
              .any(
                  "/command",
                  exchange -> {
                    try {
                      proxy.carryCommand(exchange, runtime, wanted);
                    } finally {
                      ended.countDown();
                    }
                  })
              .build());

  @AfterEach
  void close() {
    proxy.close();
    node.close();
  }

  private ChannelClient open(String page, String... protocols) throws IOException {
    URI url = URI.create("ws://127.0.0.1:" + node.listener.port() + page);
    return ChannelClient.open(HttpClient.newHttpClient(), url, null, protocols);
  }

  @Test
  void channelsBecomeStreamsAndTheInputEndsAlone() throws Exception {
    try (SpdyExecServer server = new SpdyExecServer(4, SUCCESS)) {
      runtime = server.url();
      try (ChannelClient client = open("/command", "v4.channel.k8s.io", V5)) {
        assertThat(client.protocol()).isEqualTo(V5);
        String large = "x".repeat(100_000);
        client.send(ChannelClient.STDIN, "hello");
        client.send(ChannelClient.STDIN, large);
        client.send(77, "a channel that nobody has");
        client.end(ChannelClient.STDIN);
        assertThat(client.awaitEnd()).isEqualTo(1000);
        assertThat(client.text(ChannelClient.STDOUT)).isEqualTo("hello" + large);
        assertThat(client.text(ChannelClient.STDERR)).isEqualTo("said on stderr\n");
        assertThat(client.text(ChannelClient.ERROR)).isEqualTo(SUCCESS);
        assertThat(server.request)
            .contains("POST /exec/token?a=b HTTP/1.1", "Upgrade: SPDY/3.1")
            .contains("X-Stream-Protocol-Version: v4.channel.k8s.io");
      }
      ended.await();
      assertThat(timers.pending()).isZero();
    }
  }

  @Test
  void aTerminalsSizeIsToldAndAnEmptyStatusIsSuccess() throws Exception {
    wanted = TERMINAL;
    try (SpdyExecServer server = new SpdyExecServer(4, "")) {
      runtime = server.url();
      try (ChannelClient client = open("/command", V5)) {
        client.send(ChannelClient.RESIZE, "{\"Width\":80,\"Height\":24}");
        client.send(ChannelClient.STDIN, "x");
        client.end(ChannelClient.STDIN);
        client.awaitEnd();
        assertThat(server.resized()).isEqualTo("{\"Width\":80,\"Height\":24}");
        assertThat(client.text(ChannelClient.STDOUT)).isEqualTo("x");
        assertThat(client.text(ChannelClient.ERROR)).isEqualTo(SUCCESS);
        assertThat(client.heard(ChannelClient.STDERR)).isFalse();
      }
    }
  }

  @Test
  void anEmptyMessageOpensTheOutput() throws Exception {
    wanted = new Channels(false, true, false, false);
    try (SpdyExecServer server = new SpdyExecServer(2, "{\"status\":\"Failure\"}")) {
      runtime = server.url();
      try (ChannelClient client = open("/command", V5)) {
        client.awaitEnd();
        assertThat(client.heard(ChannelClient.STDOUT)).isTrue();
        assertThat(client.text(ChannelClient.STDOUT)).isEmpty();
        assertThat(client.text(ChannelClient.ERROR)).isEqualTo("{\"status\":\"Failure\"}");
      }
    }
  }

  @Test
  void aRuntimeThatHangsUpIsAFailure() throws Exception {
    wanted = new Channels(false, true, true, false);
    try (SpdyExecServer server = new SpdyExecServer(3, SpdyExecServer.HANG_UP)) {
      runtime = server.url();
      try (ChannelClient client = open("/command", V5)) {
        client.awaitEnd();
        assertThat(client.text(ChannelClient.ERROR))
            .contains("\"status\":\"Failure\"", "\"reason\":\"InternalError\"");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void aClientThatGoesFreesEverything(boolean saysGoodbye) throws Exception {
    try (SpdyExecServer server = new SpdyExecServer(4, SUCCESS)) {
      runtime = server.url();
      ChannelClient client = open("/command", V5);
      client.send(ChannelClient.STDIN, "hello");
      if (saysGoodbye) {
        client.leave();
      }
      client.close();
      ended.await();
      assertThat(timers.pending()).isZero();
    }
  }

  @Test
  void sessionsEndWithTheServer() throws Exception {
    try (SpdyExecServer server = new SpdyExecServer(4, SUCCESS)) {
      runtime = server.url();
      try (ChannelClient client = open("/command", V5)) {
        client.send(ChannelClient.STDIN, "hello");
        proxy.close();
        ended.await();
      }
    }
  }

  @Test
  void portsAreForwardedBySpdyInside() throws Exception {
    String request =
        "GET /ports HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            + "Sec-WebSocket-Protocol: other, SPDY/3.1+portforward.k8s.io\r\n\r\n";
    try (ScriptedRuntime ports = new ScriptedRuntime()) {
      runtime = ports.url();
      try (TestClient client = node.client().send(request);
          ScriptedRuntime.Session session = ports.accept()) {
        assertThat(session.head())
            .startsWith("POST /exec/token?a=%20b HTTP/1.1\r\n")
            .contains("\r\nUpgrade: SPDY/3.1\r\n")
            .contains("\r\nX-Stream-Protocol-Version: portforward.k8s.io\r\n")
            .doesNotContain("WebSocket");
        session.say(ScriptedRuntime.SWITCHED.replace("v4.channel", "portforward") + "up");
        assertThat(client.head())
            .contains("\r\nUpgrade: websocket\r\n")
            .contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n")
            .contains("\r\nSec-WebSocket-Protocol: SPDY/3.1+portforward.k8s.io\r\n");
        assertThat(client.text(4)).isEqualTo("\u0082\u0002up");
        // Masked with zeros, cut in the middle.
        client.send("\u0002\u0081\0\0\0\0a\u0080\u0082\0\0\0\0bc");
        assertThat(session.text(3)).isEqualTo("abc");
        session.hangUp();
        assertThat(client.all()).isEqualTo("\u0088\u0002\u0003\u00e8");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET, 12, dGhlIHNhbXBsZSBub25jZQ==, only version 13 of WebSocket is spoken here",
    "GET, 13, dGhl, the Sec-WebSocket-Key is not valid",
    "GET, 13, !, the Sec-WebSocket-Key is not valid",
    "POST, 13, dGhlIHNhbXBsZSBub25jZQ==, a WebSocket needs a GET in HTTP/1.1 without a body",
  })
  void aBadHandshakeIsRefused(String method, String version, String key, String text)
      throws Exception {
    String request =
        ("%s /command HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n"
                + "Sec-WebSocket-Version: %s\r\nSec-WebSocket-Key: %s\r\n"
                + "Sec-WebSocket-Protocol: v5.channel.k8s.io\r\n\r\n")
            .formatted(method, version, key);
    try (TestClient client = node.client().send(request)) {
      assertThat(client.all()).startsWith("HTTP/1.1 400 ").endsWith("\r\n\r\n" + text);
    }
  }

  @Test
  void whatTheRuntimeKnowsOrTheGateForbidsIsOnlyCarried() throws Exception {
    try (ScriptedRuntime peer = new ScriptedRuntime();
        StreamProxy plain = new StreamProxy(timers, Duration.ZERO, false);
        TestListener other =
            TestListener.clear(exchange -> plain.carryCommand(exchange, peer.url(), ALL))) {
      String request =
          "GET /command HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
              + "Sec-WebSocket-Protocol: v5.channel.k8s.io\r\n\r\n";
      try (TestClient _ = other.client().send(request);
          ScriptedRuntime.Session session = peer.accept()) {
        assertThat(session.head()).contains("\r\nSec-WebSocket-Protocol: v5.channel.k8s.io\r\n");
      }
    }
  }
}
