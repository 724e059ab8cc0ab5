package dev.jubelet.server.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and answers as they stand on the wire. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(20)
class HttpSessionTest {
  private static final String DATE = "Date: Thu, 01 Jan 2026 00:00:00 GMT\r\n";
  private static final String TEXT =
      "Content-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n";

  private final TestPages pages = new TestPages();
  private final Listener listener =
      Listener.open(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          null,
          pages,
          new ObservedTimers());

  @BeforeEach
  void forget() {
    pages.asked.clear();
  }

  @AfterAll
  void stop() {
    listener.close();
  }

  private TestClient client() throws IOException {
    return TestClient.to(listener.port());
  }

  private String answer(String request) throws IOException {
    try (TestClient client = client()) {
      return client.send(request).all();
    }
  }

  @Test
  void oneConnectionCarriesManyRequests() throws IOException {
    try (TestClient client = client()) {
      for (int i = 0; i < 3; i++) {
        assertThat(client.get("/hello").head())
            .isEqualTo("HTTP/1.1 200 OK\r\n" + TEXT + "Content-Length: 5\r\n" + DATE + "\r\n");
        assertThat(client.text(5)).isEqualTo("hello");
      }
    }
  }

  @Test
  void requestsSentAheadAreAnsweredInOrder() throws IOException {
    String request = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n";
    String last = request + "Connection: close\r\n\r\n3";

    assertThat(
            answer(request + "\r\n1" + request + "\r\n2" + last)
                .replaceAll("(?s)HTTP.*?\r\n\r\n", ""))
        .isEqualTo("123");
  }

  @Test
  void eitherSideMayCloseAfterAnAnswer() throws IOException {
    assertThat(answer("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
        .contains("\r\nConnection: close\r\n")
        .endsWith("\r\n\r\nhello");
    assertThat(answer("GET /bye HTTP/1.1\r\nHost: a\r\n\r\n"))
        .containsOnlyOnce("\r\nConnection: close\r\n")
        .endsWith("\r\n\r\nbye");
  }

  @Test
  void oldClientsGetAnOldAnswerAndTheEnd() throws IOException {
    assertThat(answer("GET /hello HTTP/1.0\r\n\r\n"))
        .startsWith("HTTP/1.0 200 OK\r\n")
        .contains("Connection: close\r\n")
        .endsWith("\r\n\r\nhello");
  }

  @Test
  void oldClientsMayAskToKeepTheConnection() throws IOException {
    try (TestClient client = client()) {
      for (int i = 0; i < 2; i++) {
        client.send("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
        assertThat(client.head()).contains("Connection: keep-alive\r\n");
        assertThat(client.text(5)).isEqualTo("hello");
      }
    }
  }

  @Test
  void aStreamIsChunkedForNewClientsAndEndsWithTheConnectionForOldOnes() throws IOException {
    assertThat(answer("GET /pieces HTTP/1.1\r\nHost: a\r\n\r\n"))
        .isEqualTo(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
                + DATE
                + "Connection: close\r\n\r\n3\r\none\r\n5\r\nthree\r\n0\r\n\r\n");
    assertThat(answer("GET /pieces HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"))
        .isEqualTo("HTTP/1.0 200 OK\r\n" + DATE + "Connection: close\r\n\r\nonethree");
  }

  @Test
  void aHeadHasNoBody() throws IOException {
    try (TestClient client = client()) {
      client.send("HEAD /hello HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(client.head()).contains("Content-Length: 5\r\n");
      client.send("HEAD /pieces HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(client.all()).endsWith("Connection: close\r\n\r\n");
    }
  }

  @ParameterizedTest
  @CsvSource({"/empty, 204 No Content, false", "/silent, 202 Accepted, true"})
  void anAnswerMayBeEmpty(String path, String status, boolean hasLength) throws IOException {
    try (TestClient client = client()) {
      String head = client.get(path).head();
      assertThat(head).startsWith("HTTP/1.1 " + status + "\r\n");
      assertThat(head.contains("Content-Length: 0\r\n")).isEqualTo(hasLength);
      assertThat(client.get("/hello").head()).startsWith("HTTP/1.1 200 OK\r\n");
    }
  }

  @Test
  void chunksAreReadToTheirEnd() throws IOException {
    try (TestClient client = client()) {
      client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.send("3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n");
      assertThat(client.head()).contains("Content-Length: 7\r\n");
      assertThat(client.text(7)).isEqualTo("abcdefg");
      assertThat(client.get("/hello").head()).startsWith("HTTP/1.1 200 OK\r\n");
    }
  }

  @Test
  void aShortBodyThatNobodyReadIsReadOver() throws IOException {
    try (TestClient client = client()) {
      String body = "GET /smuggled HTTP/1.1\r\n\r\n";
      client.send("POST /hello HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length());
      client.send("\r\n\r\n" + body);
      assertThat(client.head()).doesNotContain("Connection: close");
      assertThat(client.text(5)).isEqualTo("hello");
      assertThat(client.get("/hello").head()).startsWith("HTTP/1.1 200 OK\r\n");
    }
    assertThat(pages.asked).containsExactly("POST /hello", "GET /hello");
  }

  @Test
  void aLongBodyThatNobodyReadEndsTheConnection() throws IOException {
    String body = "x".repeat(200_000);

    assertThat(answer("POST /hello HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n" + body))
        .contains("Connection: close\r\n")
        .endsWith("hello");
  }

  @Test
  void aBodyLongerThanAHandlerWantsIsRefused() throws IOException {
    String body = "x".repeat(150_000);

    assertThat(
            answer(
                "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 150000\r\n\r\n"
                    + body
                    + "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 413 Request Entity Too Large\r\n")
        .endsWith("\r\n\r\nhello");
  }

  @Test
  void aClientThatWaitsToBeAskedIsAskedWhenTheBodyIsWanted() throws IOException {
    try (TestClient client = client()) {
      client.send(
          "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
      assertThat(client.head()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
      assertThat(client.send("ab").head()).startsWith("HTTP/1.1 200 OK\r\n");
      assertThat(client.text(2)).isEqualTo("ab");
      assertThat(client.get("/hello").head()).startsWith("HTTP/1.1 200 OK\r\n");
    }
  }

  @Test
  void aClientThatWasNotAskedForItsBodyMustConnectAgain() throws IOException {
    assertThat(
            answer(
                "POST /hello HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"))
        .startsWith("HTTP/1.1 200 OK\r\n")
        .contains("Connection: close\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/unreadable", "/broken", "/inject"})
  void aHandlerThatFailsIsAnInternalError(String path) throws IOException {
    assertThat(answer("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n"))
        .startsWith("HTTP/1.1 500 Internal Server Error\r\n")
        .contains("Connection: close\r\n")
        .doesNotContain("Y: b")
        .endsWith("\r\n\r\ninternal error");
  }

  @Test
  void aStreamThatFailsHasNoProperEnd() throws IOException {
    assertThat(answer("GET /half HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("4\r\nhalf\r\n");
  }

  @Test
  void aLargeAnswerArrivesWhole() throws IOException {
    try (TestClient client = client()) {
      assertThat(client.get("/large").head()).contains("Content-Length: 1048576\r\n");
      assertThat(client.text(1024 * 1024)).matches("x+").hasSize(1024 * 1024);
    }
  }

  /** Whatever is ambiguous ends the connection, so that nothing behind it counts as a request. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-encoding: x\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding:\u000bchunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        "X: y\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Content-Length: 0\r\nContent-Length: 44\r\n\r\n",
        "Content-Length: 0, 44\r\n\r\n",
        "Content-Length: +0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n0;\n\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n0\r\nX: y\n\r\n\r\n",
      })
  void noRequestHidesBehindAnother(String framing) throws IOException {
    String hidden = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";

    assertThat(answer("POST /echo HTTP/1.1\r\nHost: a\r\n" + framing + hidden))
        .matches("(?s)HTTP/1.1 (400|501) .*")
        .contains("Connection: close\r\n")
        .containsOnlyOnce("HTTP/1.1 ");
    assertThat(pages.asked).doesNotContain("GET /smuggled");
  }

  @Test
  void aHeaderBombIsRefusedInWords() throws IOException {
    assertThat(answer("GET / HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(1024 * 1024)))
        .startsWith("HTTP/1.1 431 Request Header Fields Too Large\r\n")
        .endsWith("431 Request Header Fields Too Large: the headers are too long");
    assertThat(pages.asked).isEmpty();
  }

  @Test
  void longHeadsOneAfterTheOtherAreNoBurden() throws IOException {
    try (TestClient client = client()) {
      for (int i = 0; i < 10; i++) {
        client.send("GET /hello HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(20_000) + "\r\n\r\n");
        assertThat(client.head()).startsWith("HTTP/1.1 200 OK\r\n");
        assertThat(client.text(5)).isEqualTo("hello");
      }
    }
  }

  @Test
  void aUnixSocketIsServedAlike(@TempDir Path directory) throws IOException {
    Path path = directory.resolve("s");
    try (Listener local =
            Listener.open(UnixDomainSocketAddress.of(path), null, pages, new ObservedTimers());
        TestClient client = TestClient.to(path)) {
      assertThat(local.port()).isEqualTo(-1);
      assertThat(client.get("/hello").head()).startsWith("HTTP/1.1 200 OK\r\n");
      assertThat(client.text(5)).isEqualTo("hello");
      assertThat(client.get("/pieces").all()).endsWith("5\r\nthree\r\n0\r\n\r\n");
    }
  }

  @Test
  void aBodyThatIsMadeWhileItIsSentLeavesInChunksAndTheConnectionStays() throws IOException {
    try (TestClient client = TestClient.to(listener.port())) {
      for (int i = 0; i < 2; i++) {
        assertThat(client.get("/made").head())
            .contains("Transfer-Encoding: chunked")
            .doesNotContain("Content-Length", "Connection: close");
        assertThat(client.text(6)).isEqualTo("3ff8\r\n");
        assertThat(client.text(0x3ff8 + 2)).isEqualTo("m".repeat(0x3ff8) + "\r\n");
        assertThat(client.text(5)).isEqualTo("e28\r\n");
        assertThat(client.text(0xe28 + 7)).isEqualTo("m".repeat(0xe28) + "\r\n0\r\n\r\n");
      }
    }
  }

  @Test
  void anOldClientGetsWhatIsMadeUntilTheConnectionEnds() throws IOException {
    try (TestClient client = TestClient.to(listener.port())) {
      assertThat(client.send("GET /made HTTP/1.0\r\n\r\n").head()).doesNotContain("chunked");
      assertThat(client.all()).isEqualTo("m".repeat(20_000));
    }
  }

  @Test
  void nothingIsMadeForWhoAsksForTheHeadOnly() throws IOException {
    try (TestClient client = TestClient.to(listener.port())) {
      client.send("HEAD /badly-made HTTP/1.1\r\nHost: node\r\n\r\n");
      assertThat(client.head()).startsWith("HTTP/1.1 200 OK\r\n");
      assertThat(client.get("/hello").head()).startsWith("HTTP/1.1 200 OK\r\n");
    }
  }

  @Test
  void aBodyThatCouldNotBeMadeDoesNotEndLikeAWholeOne() throws IOException {
    try (TestClient client = TestClient.to(listener.port())) {
      assertThat(client.get("/badly-made").head()).contains("Transfer-Encoding: chunked");
      assertThat(client.all()).contains("mmm").doesNotContain("\r\n0\r\n");
    }
  }
}
