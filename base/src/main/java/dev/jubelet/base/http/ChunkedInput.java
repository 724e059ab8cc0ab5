package dev.jubelet.base.http;

import dev.jubelet.base.http.MalformedMessage.Kind;
import java.io.IOException;
import java.io.InputStream;

/**
 * A body in chunks. Their extensions and the trailer are read over, but not without end: what is no
 * data may be sixteen bytes a chunk, twice the data, and a little more.
 *
 * <p>Thread: the connection's. Owns: where in the chunks the reader is.
 */
final class ChunkedInput extends BodyInput {
  private static final int MAX_SIZE_LINE = 512;
  private static final int MAX_LENIENT_SIZE_LINE = 4096;
  private static final int MAX_TRAILER = 16 * 1024;
  private static final int MAX_SURPLUS = 16 * 1024;
  private static final int ALLOWED_PER_CHUNK = 16;

  private final InputStream in;
  private final boolean strict;
  private long left;
  private long surplus;
  private boolean inside;
  private boolean complete;

  ChunkedInput(InputStream in, boolean strict) {
    this.in = in;
    this.strict = strict;
  }

  @Override
  public boolean complete() {
    return complete;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    if (left == 0 && !complete) {
      nextChunk();
    }
    if (complete) {
      return -1;
    }
    int part = in.read(bytes, offset, (int) Math.min(count, left));
    if (part < 0) {
      throw brokenOff();
    }
    left -= part;
    return part;
  }

  private void nextChunk() throws IOException {
    if (inside && !line(MAX_SIZE_LINE).isEmpty()) {
      throw MalformedMessage.syntax("a chunk is longer than announced");
    }
    inside = true;
    String line = line(strict ? MAX_SIZE_LINE : MAX_LENIENT_SIZE_LINE);
    left = size(line);
    count(line.length());
    if (left == 0) {
      skipTrailer();
      complete = true;
    }
  }

  private long size(String line) throws MalformedMessage {
    String trimmed = strict ? line : FieldReader.trim(line);
    int end = trimmed.indexOf(';');
    String digits = end < 0 ? trimmed : trimmed.substring(0, end);
    if (!digits.matches("[0-9a-fA-F]{1,15}")) {
      throw MalformedMessage.syntax("the size of a chunk is not valid");
    }
    return Long.parseLong(digits, 16);
  }

  /** Many tiny chunks are a stream; many long extensions are there to keep the reader busy. */
  private void count(int lineLength) throws MalformedMessage {
    long allowed = ALLOWED_PER_CHUNK + 2 * Math.min(left, MAX_SURPLUS);
    surplus = Math.max(0, surplus + lineLength + 4 - allowed);
    if (surplus > MAX_SURPLUS) {
      throw new MalformedMessage(Kind.TOO_LARGE, "chunked encoding contains too much non-data");
    }
  }

  private void skipTrailer() throws IOException {
    LineReader trailer = LineReader.strict(in, MAX_TRAILER);
    while (!line(trailer).isEmpty()) {
      // A trailer has no meaning for anybody here.
    }
  }

  private String line(int limit) throws IOException {
    return line(LineReader.strict(in, limit));
  }

  private static String line(LineReader reader) throws IOException {
    try {
      return reader.next();
    } catch (MalformedMessage e) {
      throw e.kind() == Kind.NOTHING ? brokenOff() : e;
    }
  }
}
