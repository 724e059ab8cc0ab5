package dev.jubelet.base.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyInputTest {
  private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";

  private static ParsedRequest parse(String headersAndBody) throws IOException {
    return ParsedRequest.of("POST / HTTP/1.1\r\nHost: a\r\n" + headersAndBody);
  }

  @Test
  void aLengthEndsTheBody() throws IOException {
    ParsedRequest parsed = parse("Content-Length: 3\r\n\r\nabcGET");

    assertThat(parsed.body()).isEqualTo("abc");
    assertThat(parsed.rest()).isEqualTo("GET");
  }

  @Test
  void withoutALengthThereIsNoBody() throws IOException {
    ParsedRequest parsed = parse("\r\nGET");

    assertThat(parsed.body()).isEmpty();
    assertThat(parsed.rest()).isEqualTo("GET");
  }

  @Test
  void chunksAreJoinedAndTheirDecorationsDropped() throws IOException {
    ParsedRequest parsed =
        parse(CHUNKED + "3\r\nabc\r\n0A;x=\"y\"\r\n0123456789\r\n00\r\nTrailer: t\r\n\r\nGET");

    assertThat(parsed.body()).isEqualTo("abc0123456789");
    assertThat(parsed.rest()).isEqualTo("GET");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
        "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        "Content-Length: 3, 3\r\n\r\nabc",
        "Content-Length: +3\r\n\r\nabc",
        "Content-Length: -1\r\n\r\n",
        "Content-Length: 0x3\r\n\r\nabc",
        "Content-Length: 3 \u00a0\r\n\r\nabc",
        "Content-Length:\r\n\r\n",
        "Content-Length: 9999999999999999999\r\n\r\n",
      })
  void refusesAnAmbiguousLength(String headersAndBody) throws IOException {
    assertThat(parse(headersAndBody).refusal()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"gzip, chunked", "chunked, chunked", "xchunked", "chunked;q=1", "identity", ""})
  void refusesOtherEncodings(String encoding) throws IOException {
    assertThat(parse("Transfer-Encoding: " + encoding + "\r\n\r\n0\r\n\r\n").refusal())
        .isEqualTo(501);
  }

  @Test
  void chunksAreNotForOldClients() throws IOException {
    assertThat(ParsedRequest.of("POST / HTTP/1.0\r\n" + CHUNKED + "0\r\n\r\n").refusal())
        .isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r\n",
        "g\r\n",
        "-1\r\n",
        "+1\r\na\r\n0\r\n\r\n",
        "0x1\r\na\r\n0\r\n\r\n",
        " 1\r\na\r\n0\r\n\r\n",
        "1 \r\na\r\n0\r\n\r\n",
        "1\na\r\n0\r\n\r\n",
        "1\r\nab\r\n0\r\n\r\n",
        "1\r\na0\r\n\r\n",
        "1;a\nb\r\na\r\n0\r\n\r\n",
        "fffffffffffffffff\r\n",
        "0\r\nTrailer: a\n\r\n",
      })
  void refusesABadChunk(String chunks) throws IOException {
    assertThat(parse(CHUNKED + chunks).refusal()).isEqualTo(400);
  }

  @Test
  void boundsWhatStandsBesideTheChunks() throws IOException {
    assertThat(parse(CHUNKED + "1;" + "x".repeat(512) + "\r\n").refusal()).isEqualTo(431);
    assertThat(parse(CHUNKED + "0\r\n" + "T: t\r\n".repeat(4096) + "\r\n").refusal())
        .isEqualTo(431);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Content-Length: 3\r\n\r\nab", CHUNKED + "3\r\nab", CHUNKED + "2\r\nab\r\n"})
  void aBodyThatBreaksOffIsNoRequest(String headersAndBody) throws IOException {
    assertThat(parse(headersAndBody).refusal()).isZero();
  }
}
