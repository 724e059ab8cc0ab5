package dev.jubelet.base.http;

import java.io.IOException;
import java.io.InputStream;

/**
 * A body that lasts until the connection ends.
 *
 * <p>Thread: the connection's.
 */
final class RestInput extends BodyInput {
  private final InputStream in;
  private boolean ended;

  RestInput(InputStream in) {
    this.in = in;
  }

  @Override
  public boolean complete() {
    return ended;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    int part = in.read(bytes, offset, count);
    ended |= part < 0;
    return part;
  }
}
