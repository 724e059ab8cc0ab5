package dev.jubelet.server.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.RawConnection;
import dev.jubelet.server.http.Router;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A handler takes the connection over and speaks something else. */
@Timeout(60)
class UpgradeTest {
  private static final int SIZE = 4 * 1024 * 1024;
  private static final String REQUEST =
      "POST /echo HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n";

  private final Router router = Router.builder().post("/echo", UpgradeTest::echo).build();

  private static void echo(Exchange exchange) throws IOException {
    try (RawConnection raw = exchange.upgrade("echo")) {
      raw.input().transferTo(raw.output());
    }
  }

  private static void talk(TestClient client) throws Exception {
    byte[] sent = new byte[SIZE];
    new Random(1).nextBytes(sent);
    int early = 1000;
    byte[] request = REQUEST.getBytes(StandardCharsets.US_ASCII);
    byte[] first = Arrays.copyOf(request, request.length + early);
    System.arraycopy(sent, 0, first, request.length, early);
    client.out().write(first);
    Thread writer =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    client.out().write(sent, early, SIZE - early);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });

    assertThat(client.head())
        .startsWith("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n")
        .doesNotContain("close")
        .doesNotContain("Content-Length");
    assertThat(client.in().readNBytes(SIZE)).isEqualTo(sent);
    writer.join();
  }

  @Test
  void everyByteComesBackOverTcp() throws Exception {
    try (TestListener server = TestListener.clear(router);
        TestClient client = server.client()) {
      talk(client);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void everyByteComesBackOverTls(String protocol) throws Exception {
    try (TestListener server = TestListener.secured(router);
        TestClient client = server.client(protocol)) {
      talk(client);
    }
  }

  @Test
  void everyByteComesBackOverAUnixSocket(@TempDir Path directory) throws Exception {
    Path path = directory.resolve("s");
    try (Listener _ =
            Listener.open(UnixDomainSocketAddress.of(path), null, router, new ObservedTimers());
        TestClient client = TestClient.to(path)) {
      talk(client);
    }
  }

  @Test
  void theConnectionEndsWithTheHandler() throws Exception {
    try (TestListener server =
            TestListener.clear(
                x -> {
                  RawConnection raw = x.upgrade("once");
                  raw.output().write(raw.input().read());
                });
        TestClient client = server.client()) {
      assertThat(client.get("/").head()).startsWith("HTTP/1.1 101 ");
      assertThat(client.send("abc").all()).isEqualTo("a");
    }
  }

  @Test
  void theHandlerMayEndOnlyItsOwnDirection() throws Exception {
    try (TestListener server =
            TestListener.clear(
                x -> {
                  RawConnection raw = x.upgrade("bye");
                  raw.output().close();
                  assertThat(raw.input().read()).isEqualTo('a');
                });
        TestClient client = server.client()) {
      assertThat(client.get("/").head()).startsWith("HTTP/1.1 101 ");
      assertThat(client.all()).isEmpty();
      client.send("a");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /echo HTTP/1.0\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 1\r\n\r\na",
      })
  void notEveryRequestCanBeUpgraded(String request) throws Exception {
    try (TestListener server = TestListener.clear(router);
        TestClient client = server.client()) {
      assertThat(client.send(request).all())
          .contains(" 400 Bad Request\r\n")
          .endsWith("an upgrade needs HTTP/1.1 and a request without a body");
    }
  }
}
