package dev.jubelet.server.listener;

import dev.jubelet.server.http.ClientGone;
import java.io.IOException;
import java.io.OutputStream;

/**
 * What goes to a client, unbuffered. A failure to write is the client's going; closing ends only
 * this direction.
 *
 * <p>Thread: one at a time.
 */
final class ClientOutput extends OutputStream {
  private final Wire wire;

  ClientOutput(Wire wire) {
    this.wire = wire;
  }

  @Override
  public void write(int b) throws ClientGone {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws ClientGone {
    try {
      wire.out().write(bytes, offset, count);
    } catch (IOException e) {
      throw new ClientGone(e);
    }
  }

  @Override
  public void close() throws ClientGone {
    try {
      wire.shutdownOutput();
    } catch (IOException e) {
      throw new ClientGone(e);
    }
  }
}
