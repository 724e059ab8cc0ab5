package dev.jubelet.probe.http;

import dev.jubelet.base.http.BodyInput;
import dev.jubelet.base.http.HeadLimits;
import dev.jubelet.base.http.HeadReader;
import dev.jubelet.base.http.MalformedMessage;
import dev.jubelet.base.http.ResponseHead;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads one answer as leniently as Go's client; never keeps more than it is told to of the body,
 * nor more than a megabyte of headers. What is wrong with an answer is said in Go's words, which
 * people look for.
 *
 * <p>Thread: the caller's.
 */
final class ReplyReader {
  private static final int MOST_HEADER_BYTES = 1 << 20;
  private static final HeadLimits LIMITS = HeadLimits.of(MOST_HEADER_BYTES, Integer.MAX_VALUE);

  private final InputStream in;
  private final int mostBodyBytes;

  ReplyReader(InputStream in, int mostBodyBytes) {
    this.in = in;
    this.mostBodyBytes = mostBodyBytes;
  }

  HttpReply read() throws IOException {
    try {
      ResponseHead head = HeadReader.lenientResponse(in, LIMITS);
      BodyInput body = BodyInput.lenient(head, in);
      return new HttpReply(
          head.status(), head.headers().first("Location").orElse(null), text(body));
    } catch (MalformedMessage e) {
      throw new HttpException(HttpException.Kind.TRANSPORT, broken(e));
    }
  }

  private static String broken(MalformedMessage e) {
    return switch (e.kind()) {
      case NOTHING -> "EOF";
      case BROKEN_OFF -> "unexpected EOF";
      case TOO_LARGE ->
          "net/http: server response headers exceeded " + MOST_HEADER_BYTES + " bytes; aborted";
      case SYNTAX, FRAMING, ENCODING, VERSION, EXPECTATION ->
          "net/http: HTTP/1.x transport connection broken: " + e.getMessage();
    };
  }

  private String text(BodyInput body) throws HttpException {
    try {
      return new String(body.readNBytes(mostBodyBytes), StandardCharsets.UTF_8);
    } catch (MalformedMessage e) {
      String why = e.isHangUp() ? "unexpected EOF" : HttpCaller.reason(e);
      throw new HttpException(HttpException.Kind.BODY, why);
    } catch (IOException e) {
      throw new HttpException(HttpException.Kind.BODY, HttpCaller.reason(e));
    }
  }
}
