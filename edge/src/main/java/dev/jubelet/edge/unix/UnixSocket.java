package dev.jubelet.edge.unix;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A connected unix-domain channel in the shape of a {@link Socket}, as far as the OkHttp transport
 * of gRPC needs one.
 *
 * <p>Thread: one reader and one writer at a time, both may be virtual. Owns: the channel.
 */
final class UnixSocket extends Socket {
  private final SocketChannel channel;

  UnixSocket(SocketChannel channel) throws SocketException {
    super((SocketImpl) null);
    this.channel = channel;
  }

  @Override
  public InputStream getInputStream() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return length == 0 ? 0 : channel.read(ByteBuffer.wrap(bytes, offset, length));
      }
    };
  }

  @Override
  public OutputStream getOutputStream() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
      }
    };
  }

  /** Both ends of a unix socket are on this machine: there is nothing to delay. */
  @Override
  public void setTcpNoDelay(boolean on) {}

  @Override
  public SocketAddress getLocalSocketAddress() {
    return address(channel::getLocalAddress);
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return address(channel::getRemoteAddress);
  }

  private SocketAddress address(AddressReader reader) {
    try {
      return reader.read();
    } catch (IOException e) {
      return UnixGrpc.NOWHERE;
    }
  }

  @Override
  public boolean isConnected() {
    return true;
  }

  @Override
  public boolean isClosed() {
    return !channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private interface AddressReader {
    SocketAddress read() throws IOException;
  }
}
