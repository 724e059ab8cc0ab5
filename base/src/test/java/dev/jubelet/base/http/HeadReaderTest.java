package dev.jubelet.base.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeadReaderTest {

  private static RequestHead head(String bytes) throws IOException {
    return Objects.requireNonNull(ParsedRequest.of(bytes).head());
  }

  @Test
  void readsTheParts() throws IOException {
    RequestHead head =
        head(
            "GET /a%2Fb?x=1&y HTTP/1.1\r\nHost: node\r\nX-Two: \t a b \t\r\nx-two:c\r\nE:\r\n\r\n");

    assertThat(head.method()).isEqualTo("GET");
    assertThat(head.path()).isEqualTo("/a%2Fb");
    assertThat(head.query()).isEqualTo("x=1&y");
    assertThat(head.version()).isEqualTo(HttpVersion.HTTP_1_1);
    assertThat(head.headers().all("X-TWO")).containsExactly("a b", "c");
    assertThat(head.headers().first("e")).hasValue("");
    assertThat(head.headers().first("nosuch")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, http://node:10250/pods?a, /pods, a",
    "GET, HTTPS://node, /, ''",
    "GET, http://node?a=/b, /, a=/b",
    "OPTIONS, *, *, ''",
    "GET, /a?b?c, /a, b?c",
    "GET, //pods, //pods, ''",
  })
  void understandsEveryFormOfTarget(String method, String target, String path, String query)
      throws IOException {
    RequestHead head = head(method + " " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");

    assertThat(head.path()).isEqualTo(path);
    assertThat(head.query()).isEqualTo(query);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET",
        "GET /",
        "GET  / HTTP/1.1",
        " GET / HTTP/1.1",
        "GET / HTTP/1.1 ",
        "GET / HTTP/1.1 x",
        "G(T / HTTP/1.1",
        "GET / http/1.1",
        "GET / HTTP/1.11",
        "GET pods HTTP/1.1",
        "GET * HTTP/1.1",
        "CONNECT node:443 HTTP/1.1",
        "GET /a\u00e9 HTTP/1.1",
        "GET /a#b HTTP/1.1",
        "GET http:// HTTP/1.1",
      })
  void refusesABadRequestLine(String line) throws IOException {
    assertThat(ParsedRequest.of(line + "\r\nHost: a\r\n\r\n").refusal()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host : a\r\n",
        "Host\t: a\r\n",
        ": a\r\nHost: a\r\n",
        "Host\r\n",
        "Host: a\r\n folded\r\n",
        "Host: a\r\n\tfolded\r\n",
        " Host: a\r\n",
        "Host: a\nX: b\r\n",
        "Host: a\rX: b\r\n",
        "Host: a\r\r\n",
        "Host: a\0b\r\n",
        "Host: a\u007f\r\n",
        "X\u00e9: a\r\nHost: a\r\n",
        "Host: a\r\nHost: a\r\n",
        "X: a\r\n",
      })
  void refusesABadHeader(String headers) throws IOException {
    assertThat(ParsedRequest.of("GET / HTTP/1.1\r\n" + headers + "\r\n").refusal()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({"HTTP/2.0, 505", "HTTP/0.9, 505", "HTTP/1.2, 505", "HTTP/1, 400", "FTP/1.1, 400"})
  void refusesOtherVersions(String version, int status) throws IOException {
    assertThat(ParsedRequest.of("GET / " + version + "\r\nHost: a\r\n\r\n").refusal())
        .isEqualTo(status);
  }

  @Test
  void refusesAHeaderBomb() throws IOException {
    String start = "GET / HTTP/1.1\r\nHost: a\r\n";
    String fit = "X: " + "x".repeat(1024 * 1024 - start.length() - "X: \r\n\r\n".length());

    assertThat(ParsedRequest.of(start + fit + "\r\n\r\n").refusal()).isEqualTo(200);
    assertThat(ParsedRequest.of(start + fit + "x\r\n\r\n").refusal()).isEqualTo(431);
    assertThat(ParsedRequest.of("GET /" + "x".repeat(1024 * 1024)).refusal()).isEqualTo(431);
    assertThat(ParsedRequest.of(start + "X: y\r\n".repeat(255) + "\r\n").refusal()).isEqualTo(200);
    assertThat(ParsedRequest.of(start + "X: y\r\n".repeat(256) + "\r\n").refusal()).isEqualTo(431);
  }

  @Test
  void forgivesOneEmptyLineBeforeTheRequest() throws IOException {
    assertThat(ParsedRequest.of("\r\nGET / HTTP/1.0\r\n\r\n").refusal()).isEqualTo(200);
    assertThat(ParsedRequest.of("\r\n\r\nGET / HTTP/1.0\r\n\r\n").refusal()).isEqualTo(400);
  }

  @Test
  void refusesAnExpectationItCannotMeet() throws IOException {
    assertThat(ParsedRequest.of("GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n").refusal())
        .isEqualTo(417);
  }

  @Test
  void aHeadThatBreaksOffIsNoRequest() throws IOException {
    assertThat(ParsedRequest.of("GET / HTTP/1.1\r\nHost: a\r\n").refusal()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "1.1, '', true",
    "1.1, close, false",
    "1.1, 'upgrade, Close', false",
    "1.1, closed, true",
    "1.0, '', false",
    "1.0, Keep-Alive, true",
  })
  void knowsWhetherTheConnectionGoesOn(String version, String connection, boolean goesOn)
      throws IOException {
    String bytes = "GET / HTTP/" + version + "\r\nHost: a\r\nConnection: " + connection;

    assertThat(head(bytes + "\r\n\r\n").keepsAlive()).isEqualTo(goesOn);
  }
}
