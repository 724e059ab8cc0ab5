package dev.jubelet.base.http;

import java.io.IOException;
import java.io.InputStream;

/**
 * A body of known length, also none.
 *
 * <p>Thread: the connection's.
 */
final class LengthInput extends BodyInput {
  private final InputStream in;
  private long left;

  LengthInput(InputStream in, long length) {
    this.in = in;
    this.left = length;
  }

  @Override
  public boolean complete() {
    return left == 0;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    if (left == 0) {
      return -1;
    }
    int part = in.read(bytes, offset, (int) Math.min(count, left));
    if (part < 0) {
      throw brokenOff();
    }
    left -= part;
    return part;
  }
}
