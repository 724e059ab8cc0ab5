package dev.jubelet.edge.unix;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A listening unix-domain channel in the shape of a {@link ServerSocket}. A socket file left over
 * by a process that died is replaced; the file goes when the socket is closed.
 *
 * <p>Thread: the acceptor of the server. Owns: the channel and the socket file.
 */
final class UnixServerSocket extends ServerSocket {
  private final Path path;
  private final ServerSocketChannel channel;

  UnixServerSocket(Path path) throws IOException {
    this.path = path;
    channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
  }

  @Override
  public void bind(SocketAddress ignored, int backlog) throws IOException {
    Files.deleteIfExists(path);
    channel.bind(UnixDomainSocketAddress.of(path), backlog);
  }

  @Override
  public void bind(SocketAddress ignored) throws IOException {
    bind(ignored, 0);
  }

  @Override
  public Socket accept() throws IOException {
    return new UnixSocket(channel.accept());
  }

  @Override
  public SocketAddress getLocalSocketAddress() {
    return UnixDomainSocketAddress.of(path);
  }

  @Override
  public boolean isClosed() {
    return !channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      channel.close();
      Files.deleteIfExists(path);
    }
  }
}
