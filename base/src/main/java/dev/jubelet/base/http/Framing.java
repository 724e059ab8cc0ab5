package dev.jubelet.base.http;

import dev.jubelet.base.http.MalformedMessage.Kind;
import java.io.InputStream;
import java.util.List;

/** Where the body of a message ends. Pure. */
sealed interface Framing {

  /** After so many bytes. */
  record Length(long bytes) implements Framing {}

  /** After its last chunk. */
  record Chunked(boolean strict) implements Framing {}

  /** With the connection. */
  record UntilClose() implements Framing {}

  /** Of a request. What announces its end in more than one way is refused. */
  static Framing of(RequestHead head) throws MalformedMessage {
    List<String> encodings = head.headers().all("Transfer-Encoding");
    List<String> lengths = head.headers().all("Content-Length");
    return encodings.isEmpty()
        ? new Length(lengths.isEmpty() ? 0 : onlyLength(lengths))
        : chunks(encodings, lengths, head.version());
  }

  /** Of an answer, read like a request. */
  static Framing of(ResponseHead head) throws MalformedMessage {
    Framing announced = announced(head);
    return head.allowsBody() ? announced : new Length(0);
  }

  private static Framing announced(ResponseHead head) throws MalformedMessage {
    List<String> encodings = head.headers().all("Transfer-Encoding");
    List<String> lengths = head.headers().all("Content-Length");
    if (!encodings.isEmpty()) {
      return chunks(encodings, lengths, head.version());
    }
    return lengths.isEmpty() ? new UntilClose() : new Length(onlyLength(lengths));
  }

  private static Framing chunks(List<String> encodings, List<String> lengths, HttpVersion version)
      throws MalformedMessage {
    if (!lengths.isEmpty() || encodings.size() > 1 || version == HttpVersion.HTTP_1_0) {
      throw new MalformedMessage(Kind.FRAMING, "the length of the body is ambiguous");
    }
    if (!encodings.getFirst().equalsIgnoreCase("chunked")) {
      throw new MalformedMessage(Kind.ENCODING, "only the transfer encoding chunked is supported");
    }
    return new Chunked(true);
  }

  /** Digits only: a sign, a list or a blank is what others may read differently. */
  private static long onlyLength(List<String> values) throws MalformedMessage {
    if (values.size() > 1 || !values.getFirst().matches("[0-9]{1,18}")) {
      throw new MalformedMessage(Kind.FRAMING, "the Content-Length is not valid");
    }
    return Long.parseLong(values.getFirst());
  }

  /**
   * Of an answer as Go's client reads it: the same length may be told twice, chunks outrank it, and
   * chunks of HTTP/1.0 are none.
   */
  static Framing lenient(ResponseHead head) throws MalformedMessage {
    List<String> encodings = head.headers().all("Transfer-Encoding");
    List<String> lengths = head.headers().all("Content-Length").stream().distinct().toList();
    boolean chunked = head.version() == HttpVersion.HTTP_1_1 && !encodings.isEmpty();
    if (chunked) {
      checkEncoding(encodings);
    }
    long length = lengths.isEmpty() ? -1 : sameLength(lengths);
    if (!head.allowsBody()) {
      return new Length(0);
    }
    if (chunked) {
      return new Chunked(false);
    }
    return length < 0 ? new UntilClose() : new Length(length);
  }

  private static void checkEncoding(List<String> encodings) throws MalformedMessage {
    if (encodings.size() > 1) {
      throw new MalformedMessage(Kind.ENCODING, "too many transfer encodings");
    }
    if (!encodings.getFirst().equalsIgnoreCase("chunked")) {
      throw new MalformedMessage(
          Kind.ENCODING, "unsupported transfer encoding: " + Quoted.of(encodings.getFirst()));
    }
  }

  private static long sameLength(List<String> lengths) throws MalformedMessage {
    if (lengths.size() > 1) {
      throw new MalformedMessage(
          Kind.FRAMING, "http: message cannot contain multiple Content-Length headers");
    }
    if (!lengths.getFirst().matches("0*[0-9]{1,18}")) {
      throw new MalformedMessage(
          Kind.FRAMING, "bad Content-Length " + Quoted.of(lengths.getFirst()));
    }
    return Long.parseLong(lengths.getFirst());
  }

  default BodyInput over(InputStream in) {
    return switch (this) {
      case Length(long bytes) -> new LengthInput(in, bytes);
      case Chunked(boolean strict) -> new ChunkedInput(in, strict);
      case UntilClose() -> new RestInput(in);
    };
  }
}
