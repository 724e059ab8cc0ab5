package dev.jubelet.cli.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A body of known length. */
final class LimitedInput extends InputStream {
  private final InputStream in;
  private long left;

  LimitedInput(InputStream in, long length) {
    this.in = in;
    this.left = length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (left == 0) {
      return -1;
    }
    int read = in.read(into, offset, (int) Math.min(left, length));
    if (read < 0) {
      throw new EOFException("the answer broke off");
    }
    left -= read;
    return read;
  }
}
