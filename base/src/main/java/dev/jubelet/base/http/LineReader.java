package dev.jubelet.base.http;

import dev.jubelet.base.http.MalformedMessage.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads lines, all together and each no longer than a limit. Strictly they end in CR LF and have no
 * control characters but tabs; leniently they end in LF, with or without CR.
 *
 * <p>Thread: the connection's. Owns: the line being read.
 */
final class LineReader {
  private final InputStream in;
  private final HeadLimits limits;
  private final boolean strict;
  private int left;
  private boolean extended;
  private boolean begun;
  private byte[] line = new byte[128];
  private int length;

  LineReader(InputStream in, HeadLimits limits, boolean strict) {
    this.in = in;
    this.limits = limits;
    this.strict = strict;
    this.left = limits.bytes();
  }

  static LineReader strict(InputStream in, int bytes) {
    return new LineReader(in, HeadLimits.of(bytes, Integer.MAX_VALUE), true);
  }

  String next() throws IOException {
    length = 0;
    if (strict) {
      readStrictly();
    } else {
      readLeniently();
    }
    return new String(line, 0, length, StandardCharsets.ISO_8859_1);
  }

  private void readStrictly() throws IOException {
    for (int b = readByte(); b != '\r'; b = readByte()) {
      if ((b < ' ' && b != '\t') || b == 0x7f) {
        throw MalformedMessage.syntax("a control character in a header or a line without CR LF");
      }
      append((byte) b);
    }
    if (readByte() != '\n') {
      throw MalformedMessage.syntax("a carriage return in the middle of a line");
    }
  }

  private void readLeniently() throws IOException {
    for (int b = readByte(); b != '\n'; b = readByte()) {
      append((byte) b);
    }
    if (length > 0 && line[length - 1] == '\r') {
      length--;
    }
  }

  private void append(byte b) throws MalformedMessage {
    if (length >= limits.lineBytes()) {
      throw tooLong();
    }
    if (length == line.length) {
      line = Arrays.copyOf(line, length * 2);
    }
    line[length++] = b;
  }

  private int readByte() throws IOException {
    if (left == 0 && !extended) {
      extended = true;
      left = limits.extension().moreBytes();
    }
    if (left == 0) {
      throw tooLong();
    }
    left--;
    int b = in.read();
    if (b < 0) {
      throw begun
          ? new MalformedMessage(Kind.BROKEN_OFF, "the peer hung up in the middle of a message")
          : new MalformedMessage(Kind.NOTHING, "the peer hung up before a message");
    }
    begun = true;
    return b;
  }

  private static MalformedMessage tooLong() {
    return new MalformedMessage(Kind.TOO_LARGE, "the headers are too long");
  }
}
