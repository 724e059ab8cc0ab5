package dev.jubelet.base.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the readers make of bytes: a request with its body and what follows it, or the status of a
 * refusal, or 0 when the client hung up too early.
 */
record ParsedRequest(@Nullable RequestHead head, String body, String rest, int refusal) {

  private static final HeadLimits LIMITS = HeadLimits.of(1024 * 1024, 256);

  static ParsedRequest of(String bytes) throws IOException {
    return read(new ByteArrayInputStream(bytes.getBytes(StandardCharsets.ISO_8859_1)));
  }

  static ParsedRequest read(InputStream from) throws IOException {
    InputStream source = new BufferedInputStream(from);
    try {
      RequestHead head = HeadReader.request(source, LIMITS);
      String body = text(BodyInput.of(head, source));
      return new ParsedRequest(head, body, text(source), 200);
    } catch (MalformedMessage e) {
      return new ParsedRequest(null, "", "", e.isHangUp() ? 0 : e.status());
    }
  }

  private static String text(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
  }
}
