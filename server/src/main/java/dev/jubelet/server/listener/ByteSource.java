package dev.jubelet.server.listener;

import dev.jubelet.server.http.ClientGone;
import java.io.IOException;
import java.io.InputStream;

/**
 * What a client sends, buffered across requests so that early bytes are kept. While it waits for
 * the first byte of a request it holds no buffer: idle connections are many.
 *
 * <p>Thread: one at a time. Owns: the bytes read and not yet used.
 */
final class ByteSource extends InputStream {
  private static final int SIZE = 8 * 1024;
  private static final byte[] NONE = new byte[0];

  private final InputStream from;
  private byte[] buffer = NONE;
  private int position;
  private int limit;

  ByteSource(InputStream from) {
    this.from = from;
  }

  /** Waits until there is a byte to read; false when there will be none. */
  boolean awaitByte() throws ClientGone {
    if (position < limit) {
      return true;
    }
    buffer = NONE;
    byte[] first = new byte[1];
    position = 0;
    limit = Math.max(0, receive(first, 0, 1));
    if (limit > 0) {
      buffer = new byte[SIZE];
      buffer[0] = first[0];
    }
    return limit > 0;
  }

  @Override
  public int read() throws ClientGone {
    return position < limit || fill() ? buffer[position++] & 0xff : -1;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws ClientGone {
    if (count == 0) {
      return 0;
    }
    if (position == limit) {
      if (count >= SIZE) {
        return receive(bytes, offset, count);
      }
      if (!fill()) {
        return -1;
      }
    }
    int part = Math.min(count, limit - position);
    System.arraycopy(buffer, position, bytes, offset, part);
    position += part;
    return part;
  }

  @Override
  public int available() {
    return limit - position;
  }

  private boolean fill() throws ClientGone {
    if (buffer.length == 0) {
      buffer = new byte[SIZE];
    }
    position = 0;
    limit = Math.max(0, receive(buffer, 0, SIZE));
    return limit > 0;
  }

  private int receive(byte[] bytes, int offset, int count) throws ClientGone {
    try {
      return from.read(bytes, offset, count);
    } catch (IOException e) {
      throw new ClientGone(e);
    }
  }
}
