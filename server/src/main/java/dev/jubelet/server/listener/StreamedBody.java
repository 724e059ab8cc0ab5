package dev.jubelet.server.listener;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The body of a streamed answer. Its end is not the connection's: that still waits for the client.
 *
 * <p>Thread: the connection's.
 */
final class StreamedBody extends FilterOutputStream {
  private final ClientWatch watch;

  StreamedBody(OutputStream to, ClientWatch watch) {
    super(to);
    this.watch = watch;
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    out.write(bytes, offset, count);
  }

  @Override
  public void close() throws IOException {
    watch.answered();
    super.close();
  }
}
