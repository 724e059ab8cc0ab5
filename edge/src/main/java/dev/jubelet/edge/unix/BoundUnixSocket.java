package dev.jubelet.edge.unix;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A unix-domain channel that listens already, with the client it has accepted, in the shape of a
 * {@link ServerSocket}.
 *
 * <p>Thread: the acceptor of the server. Owns: the first client until it is asked for.
 */
final class BoundUnixSocket extends ServerSocket {
  private final ServerSocketChannel channel;
  private @Nullable SocketChannel first;

  BoundUnixSocket(ServerSocketChannel channel, SocketChannel first) throws IOException {
    this.channel = channel;
    this.first = first;
  }

  /** It is bound. */
  @Override
  public void bind(SocketAddress ignored, int backlog) {}

  /** It is bound. */
  @Override
  public void bind(SocketAddress ignored) {}

  @Override
  public Socket accept() throws IOException {
    SocketChannel waiting = first;
    first = null;
    return new UnixSocket(waiting == null ? channel.accept() : waiting);
  }

  @Override
  public SocketAddress getLocalSocketAddress() {
    try {
      return channel.getLocalAddress();
    } catch (IOException e) {
      return UnixGrpc.NOWHERE;
    }
  }

  @Override
  public boolean isClosed() {
    return !channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
