package dev.jubelet.base.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What is written is read as it was; what nobody wrote is refused and nothing worse. */
class CodecPropertiesTest {
  private static final HeadLimits LIMITS = HeadLimits.of(16 * 1024, 64);

  /** Pieces of messages, so that random ones get far into the readers. */
  private static final List<String> PIECES =
      List.of(
          "GET / HTTP/1.1\r\n",
          "HTTP/1.1 200 OK\r\n",
          "HTTP/1.1 100 \r\n",
          "Host: a\r\n",
          "Content-Length: 5\r\n",
          "Content-Length",
          "Transfer-Encoding: chunked\r\n",
          "X: y\r\n folded\r\n",
          "\r\n",
          "\r",
          "\n",
          "\n\n",
          "5\r\nabcde\r\n",
          "0\r\n",
          "ffffffffffffffff\r\n",
          ";ext",
          ": ",
          " ",
          "\0",
          "\u00ff");

  @Provide
  Arbitrary<Headers> headers() {
    Arbitrary<String> names =
        Arbitraries.strings().withChars("abXY09-_!~").ofMinLength(1).ofMaxLength(12);
    Arbitrary<String> values =
        Arbitraries.strings()
            .withCharRange(' ', '~')
            .withChars('\t', '\u00e9')
            .ofMaxLength(30)
            .map(FieldReader::trim);
    return Combinators.combine(names, values)
        .as(Headers.Field::new)
        .list()
        .ofMaxSize(20)
        .map(Headers::new);
  }

  @Provide
  Arbitrary<String> targets() {
    return Arbitraries.strings()
        .withChars("abc/?&=.~-_:@!$'()*+,;[]")
        .ofMaxLength(40)
        .map(text -> "/" + text);
  }

  @Provide
  Arbitrary<byte[]> noise() {
    Arbitrary<String> piece =
        Arbitraries.oneOf(
            Arbitraries.of(PIECES),
            Arbitraries.of(PIECES),
            Arbitraries.strings().withCharRange('\0', '\u00ff').ofMaxLength(8));
    return piece
        .list()
        .ofMaxSize(30)
        .map(pieces -> String.join("", pieces).getBytes(StandardCharsets.ISO_8859_1));
  }

  private static InputStream in(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  @Property(tries = 300)
  void requestsComeBack(@ForAll("targets") String target, @ForAll("headers") Headers headers)
      throws IOException {
    byte[] bytes =
        HeadWriter.request("PUT", target).field("Host", "a").fields(headers.fields()).bytes();

    RequestHead head = HeadReader.request(in(bytes), LIMITS);
    assertThat(head.method()).isEqualTo("PUT");
    assertThat(head.target()).isEqualTo(target);
    assertThat(head.headers().fields().subList(1, head.headers().fields().size()))
        .isEqualTo(headers.fields());
  }

  @Property(tries = 300)
  void answersComeBackFromBothReaders(
      @ForAll @IntRange(min = 200, max = 999) int status, @ForAll("headers") Headers headers)
      throws IOException {
    byte[] bytes =
        HeadWriter.response(HttpVersion.HTTP_1_1, status).fields(headers.fields()).bytes();
    ResponseHead written = new ResponseHead(HttpVersion.HTTP_1_1, status, headers);

    assertThat(HeadReader.response(in(bytes), LIMITS)).isEqualTo(written);
    assertThat(HeadReader.lenientResponse(in(bytes), LIMITS)).isEqualTo(written);
  }

  @Property(tries = 300)
  void nothingCanBeWrittenThatIsReadAsMore(
      @ForAll String name, @ForAll String value, @ForAll String target) throws IOException {
    byte[] bytes;
    try {
      bytes = HeadWriter.request("GET", target).field("Host", "a").field(name, value).bytes();
    } catch (IllegalArgumentException e) {
      return;
    }
    InputStream in = in(bytes);
    try {
      assertThat(HeadReader.request(in, LIMITS).headers().fields()).hasSize(2);
      assertThat(in.read()).isNegative();
    } catch (MalformedMessage e) {
      // Refused is as good as read once.
      assertThat(e.isHangUp()).isFalse();
    }
  }

  @Property(tries = 300)
  void bodiesComeBackAndEndWhereTheyEnd(
      @ForAll @Size(max = 5000) byte[] body, @ForAll boolean chunked) throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    HeadWriter head = HeadWriter.request("POST", "/").field("Host", "a");
    if (chunked) {
      sent.writeBytes(head.field("Transfer-Encoding", "chunked").bytes());
      try (ChunkedOutput out = new ChunkedOutput(sent)) {
        out.write(body, 0, body.length);
      }
    } else {
      sent.writeBytes(head.field("Content-Length", String.valueOf(body.length)).bytes());
      sent.writeBytes(body);
    }
    sent.write('!');

    InputStream in = in(sent.toByteArray());
    BodyInput read = BodyInput.of(HeadReader.request(in, LIMITS), in);
    assertThat(read.readAllBytes()).isEqualTo(body);
    assertThat(read.complete()).isTrue();
    assertThat(in.read()).isEqualTo('!');
  }

  @Property(tries = 2000)
  void noiseIsReadOrRefused(@ForAll("noise") byte[] bytes) throws IOException {
    refuseOrRead(in(bytes), true);
    refuseOrRead(in(bytes), false);
    InputStream in = in(bytes);
    try {
      BodyInput.of(HeadReader.request(in, LIMITS), in).readAllBytes();
    } catch (MalformedMessage e) {
      assertThat(e.status()).isBetween(400, 599);
    }
  }

  private static void refuseOrRead(InputStream in, boolean strict) throws IOException {
    try {
      if (strict) {
        BodyInput.of(HeadReader.response(in, LIMITS), in).readAllBytes();
      } else {
        BodyInput.lenient(HeadReader.lenientResponse(in, LIMITS), in).readAllBytes();
      }
    } catch (MalformedMessage e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }

  /** Whatever the strict reader takes, the lenient one reads alike. */
  @Property(tries = 2000)
  void lenientIsNeverOtherThanStrict(@ForAll("noise") byte[] noise) throws IOException {
    byte[] start = "HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes(start);
    whole.writeBytes(noise);
    InputStream strict = in(whole.toByteArray());
    ResponseHead head;
    byte[] body;
    try {
      head = HeadReader.response(strict, LIMITS);
      body = BodyInput.of(head, strict).readAllBytes();
    } catch (MalformedMessage e) {
      return;
    }
    InputStream lenient = in(whole.toByteArray());
    ResponseHead same = HeadReader.lenientResponse(lenient, LIMITS);
    assertThat(same).isEqualTo(head);
    assertThat(BodyInput.lenient(same, lenient).readAllBytes()).isEqualTo(body);
  }
}
