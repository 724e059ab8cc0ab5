package dev.jubelet.server.http1;

import java.io.IOException;
import java.io.InputStream;

/**
 * A body in chunks. Their extensions and the trailer are read over.
 *
 * <p>Thread: the connection's.
 */
final class ChunkedInput extends BodyInput {
  private static final int MAX_SIZE_LINE = 512;
  private static final int MAX_TRAILER = 16 * 1024;

  private final InputStream in;
  private long left;
  private boolean inside;
  private boolean complete;

  ChunkedInput(InputStream in) {
    this.in = in;
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
    if (inside && !new LineReader(in, MAX_SIZE_LINE).next().isEmpty()) {
      throw MalformedRequest.bad("a chunk is longer than announced");
    }
    inside = true;
    left = size(new LineReader(in, MAX_SIZE_LINE).next());
    if (left == 0) {
      skipTrailer();
      complete = true;
    }
  }

  private static long size(String line) throws MalformedRequest {
    int end = line.indexOf(';');
    String digits = end < 0 ? line : line.substring(0, end);
    if (!digits.matches("[0-9a-fA-F]{1,15}")) {
      throw MalformedRequest.bad("the size of a chunk is not valid");
    }
    return Long.parseLong(digits, 16);
  }

  private void skipTrailer() throws IOException {
    LineReader trailer = new LineReader(in, MAX_TRAILER);
    while (!trailer.next().isEmpty()) {
      // A trailer has no meaning for any page.
    }
  }
}
