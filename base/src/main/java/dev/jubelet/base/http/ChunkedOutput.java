package dev.jubelet.base.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The body of an answer of unknown length: each flush sends one chunk at once.
 *
 * <p>Thread: the connection's. Owns: what was written since the last flush.
 */
public final class ChunkedOutput extends OutputStream {
  // Room for the size before and the line end behind, so that a chunk leaves in one piece.
  private static final int PREFIX = 6;
  private static final int SUFFIX = 2;
  // As much as one record of TLS takes.
  private static final int WHOLE = 16 * 1024;
  private static final int CHUNK = WHOLE - PREFIX - SUFFIX;
  private static final byte[] LAST = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final OutputStream to;
  private final byte[] buffer = new byte[WHOLE];
  private int length;
  private boolean closed;

  public ChunkedOutput(OutputStream to) {
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
      System.arraycopy(bytes, offset + done, buffer, PREFIX + length, part);
      length += part;
      done += part;
    }
  }

  @Override
  public void flush() throws IOException {
    if (length > 0) {
      byte[] size = (Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
      int start = PREFIX - size.length;
      System.arraycopy(size, 0, buffer, start, size.length);
      int end = PREFIX + length;
      buffer[end] = '\r';
      buffer[end + 1] = '\n';
      length = 0;
      to.write(buffer, start, end + SUFFIX - start);
    }
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      flush();
      to.write(LAST);
    }
  }
}
