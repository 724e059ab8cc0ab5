package dev.jubelet.server.helidon;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The body of an answer of unknown length: each flush sends one chunk at once. Helidon's own stream
 * holds the headers back until the second write, which a follower of a silent log would never see.
 *
 * <p>Thread: the connection's.
 */
final class ChunkedOutput extends OutputStream {
  private static final int CHUNK = 16 * 1024;

  private final DataWriter to;
  private final byte[] buffer = new byte[CHUNK];
  private int length;
  private boolean closed;

  ChunkedOutput(DataWriter to) {
    this.to = to;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    for (int done = 0; done < count; ) {
      if (length == CHUNK) {
        flush();
      }
      int part = Math.min(count - done, CHUNK - length);
      System.arraycopy(bytes, offset + done, buffer, length, part);
      length += part;
      done += part;
    }
  }

  @Override
  public void flush() throws IOException {
    if (length > 0) {
      BufferData chunk = BufferData.growing(length + 16);
      chunk.write(ascii(Integer.toHexString(length) + "\r\n"));
      chunk.write(buffer, 0, length);
      chunk.write(ascii("\r\n"));
      send(to, chunk);
      length = 0;
    }
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      flush();
      send(to, BufferData.create(ascii("0\r\n\r\n")));
    }
  }

  /** Sends bytes at once; the several exceptions of a broken connection become one. */
  static void send(DataWriter to, BufferData data) throws IOException {
    try {
      to.writeNow(data);
    } catch (RuntimeException e) {
      throw new IOException("the client has gone", e);
    }
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
