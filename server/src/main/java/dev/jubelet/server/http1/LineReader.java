package dev.jubelet.server.http1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads lines that end in CR LF and have no control characters but tabs, all together no longer
 * than a limit.
 *
 * <p>Thread: the connection's. Owns: the line being read.
 */
final class LineReader {
  private final InputStream in;
  private final More more;
  private int left;
  private byte[] line = new byte[128];
  private int length;

  LineReader(InputStream in, int limit) {
    this(in, limit, () -> 0);
  }

  LineReader(InputStream in, int limit, More more) {
    this.in = in;
    this.left = limit;
    this.more = more;
  }

  /** Says how many bytes may follow when the limit is reached; 0 refuses them. */
  interface More {
    int beyondLimit() throws MalformedRequest;
  }

  String next() throws IOException {
    length = 0;
    for (int b = readByte(); b != '\r'; b = readByte()) {
      if ((b < ' ' && b != '\t') || b == 0x7f) {
        throw MalformedRequest.bad("a control character in a header or a line without CR LF");
      }
      append((byte) b);
    }
    if (readByte() != '\n') {
      throw MalformedRequest.bad("a carriage return in the middle of a line");
    }
    return new String(line, 0, length, StandardCharsets.ISO_8859_1);
  }

  private void append(byte b) {
    if (length == line.length) {
      line = Arrays.copyOf(line, length * 2);
    }
    line[length++] = b;
  }

  private int readByte() throws IOException {
    if (left == 0) {
      left = more.beyondLimit();
    }
    if (left == 0) {
      throw MalformedRequest.of(431, "the headers are too long");
    }
    left--;
    int b = in.read();
    if (b < 0) {
      throw new ClientGone("the client hung up in the middle of a request");
    }
    return b;
  }
}
