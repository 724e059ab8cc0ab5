package dev.jubelet.base.http;

import java.nio.charset.StandardCharsets;

/**
 * Puts a head into bytes. Takes nothing that would be read as another line: that is a mistake of
 * the caller and an {@link IllegalArgumentException}.
 *
 * <p>Thread: one at a time. Owns: the head so far.
 */
public final class HeadWriter {
  private final StringBuilder text = new StringBuilder(512);

  private HeadWriter() {}

  /** A request of HTTP/1.1. */
  public static HeadWriter request(String method, String target) {
    if (!Characters.isToken(method) || target.isEmpty() || !Characters.isTarget(target)) {
      throw new IllegalArgumentException("not a valid request line");
    }
    HeadWriter writer = new HeadWriter();
    writer.text.append(method).append(' ').append(target).append(" HTTP/1.1\r\n");
    return writer;
  }

  public static HeadWriter response(HttpVersion version, int status) {
    checkStatus(status);
    HeadWriter writer = new HeadWriter();
    writer.text.append(version.text()).append(' ').append(status).append(' ');
    writer.text.append(StatusText.of(status)).append("\r\n");
    return writer;
  }

  public static void checkStatus(int status) {
    if (status < 100 || status > 999) {
      throw new IllegalArgumentException("no status: " + status);
    }
  }

  public HeadWriter field(String name, String value) {
    Headers.Field.check(name, value);
    text.append(name).append(": ").append(value).append("\r\n");
    return this;
  }

  public HeadWriter fields(Iterable<Headers.Field> fields) {
    fields.forEach(field -> field(field.name(), field.value()));
    return this;
  }

  /** The head with the empty line behind it. */
  public byte[] bytes() {
    return (text + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
  }
}
