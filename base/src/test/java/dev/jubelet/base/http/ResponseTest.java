package dev.jubelet.base.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.base.http.MalformedMessage.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers, strictly and as Go's client reads them. In the tables a bar is CR LF, a tilde LF. */
class ResponseTest {
  private static final HeadLimits LIMITS = HeadLimits.of(4096, 16);

  private static InputStream bytes(String text) {
    String real = text.replace("|", "\r\n").replace("~", "\n");
    return new ByteArrayInputStream(real.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String read(String text, boolean strict) throws IOException {
    InputStream in = bytes(text);
    ResponseHead head =
        strict ? HeadReader.response(in, LIMITS) : HeadReader.lenientResponse(in, LIMITS);
    BodyInput body = strict ? BodyInput.of(head, in) : BodyInput.lenient(head, in);
    return head.status() + " " + new String(body.readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  private static MalformedMessage failure(String text, boolean strict) {
    return catchThrowableOfType(MalformedMessage.class, () -> read(text, strict));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK|Content-Length: 4||body and more",
        "HTTP/1.1 200 OK|Transfer-Encoding: Chunked||2|bo|2;x=y|dy|0|Trailer: t||",
        "HTTP/1.1 200||body",
        "HTTP/1.0 200 ||body",
        "HTTP/1.1 100 Continue||HTTP/1.1 103 Early Hints|Link: x||HTTP/1.1 200 OK||body",
      })
  void bothReadTheUsualForms(String text) throws IOException {
    assertThat(read(text, true)).isEqualTo("200 body");
    assertThat(read(text, false)).isEqualTo("200 body");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.0 200 OK~~body",
        "HTTP/1.1   200 OK||body",
        "HTTP/2.0 200 OK||body",
        "HTTP/1.1 200 OK|Content-Length: 4|Content-Length: 4||body and more",
        "HTTP/1.1 200 OK|X: folded|  over|\ttwo|Content-Length: 4||body",
        "HTTP/1.1 200 OK|X Y: z||body",
        "HTTP/1.1 200 OK|Content-Length: 9|Transfer-Encoding: chunked||4 |body|0||",
        "HTTP/1.0 200 OK|Transfer-Encoding: chunked||body",
      })
  void onlyTheLenientReaderForgivesOddServers(String text) throws IOException {
    assertThat(failure(text, true)).isNotNull();
    assertThat(read(text, false)).isEqualTo("200 body");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "SSH-2.0-OpenSSH_9.2||                  ! malformed HTTP response \"SSH-2.0-OpenSSH_9.2\"",
        "HTTP/1.1 20 OK||                       ! malformed HTTP status code \"20\"",
        "HTTP/1.1 2x0 OK||                      ! malformed HTTP status code \"2x0\"",
        "HTTP/1 200 OK||                        ! malformed HTTP version \"HTTP/1\"",
        "ICY 200 OK||                           ! malformed HTTP version \"ICY\"",
        "HTTP/1.1 200 OK|no colon||             ! malformed MIME header line: \"no colon\"",
        "HTTP/1.1 200 OK| X: y||                ! malformed MIME header line: \" X: y\"",
        "HTTP/1.1 200 OK|X(: y||                ! malformed MIME header line: \"X(: y\"",
        "HTTP/1.1 200 OK|: y||                  ! malformed MIME header line: \": y\"",
        "HTTP/1.1 200 OK|Content-Length: x||    ! bad Content-Length \"x\"",
        "HTTP/1.1 200 OK|Content-Length: -1||   ! bad Content-Length \"-1\"",
        "HTTP/1.1 204 No|Content-Length: x||    ! bad Content-Length \"x\"",
        "HTTP/1.1 200 OK|Transfer-Encoding: gzip, chunked|| "
            + "! unsupported transfer encoding: \"gzip, chunked\"",
        "HTTP/1.1 200 OK|Content-Length: 1|Content-Length: 2|| "
            + "! http: message cannot contain multiple Content-Length headers",
      })
  void theLenientReaderRefusesInGosWords(String text, String words) {
    assertThat(failure(text, false)).hasMessage(words);
    assertThat(failure(text, true)).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "'', NOTHING",
    "HTTP/1.1 200 OK|, BROKEN_OFF",
    "HTTP/1.1 100 Continue||, BROKEN_OFF",
    "HTTP/1.1 200 OK|Content-Length: 9||half, BROKEN_OFF",
    "HTTP/1.1 200 OK|Transfer-Encoding: chunked||9|half, BROKEN_OFF",
    "HTTP/1.1 200 OK|Transfer-Encoding: chunked||4|half|, BROKEN_OFF",
    "HTTP/1.1 200 OK|Transfer-Encoding: chunked||0|, BROKEN_OFF",
    "HTTP/1.1 200 OK|Transfer-Encoding: chunked||1~a|0||, SYNTAX",
  })
  void aPartIsNotTheWhole(String text, Kind kind) {
    assertThat(failure(text, true).kind()).isEqualTo(kind);
    assertThat(failure(text, false).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(ints = {101, 204, 304})
  void someAnswersHaveNoBody(int status) throws IOException {
    String text = "HTTP/1.1 " + status + "|Content-Length: 4||body";

    assertThat(read(text, true)).isEqualTo(status + " ");
    assertThat(read(text, false)).isEqualTo(status + " ");
  }

  @Test
  void interimAnswersWithoutEndAreTooMuch() {
    String endless = "HTTP/1.1 100 Continue||".repeat(1000);

    assertThat(failure(endless, false).kind()).isEqualTo(Kind.TOO_LARGE);
  }

  @Test
  void aLineHasALimitOfItsOwn() {
    HeadLimits limits = new HeadLimits(4096, 32, 16, () -> 0);
    MalformedMessage refusal =
        catchThrowableOfType(
            MalformedMessage.class,
            () -> HeadReader.response(bytes("HTTP/1.1 200 OK|X: " + "x".repeat(30)), limits));

    assertThat(refusal.kind()).isEqualTo(Kind.TOO_LARGE);
  }
}
