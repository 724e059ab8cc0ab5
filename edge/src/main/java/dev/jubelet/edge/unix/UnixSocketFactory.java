package dev.jubelet.edge.unix;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import javax.net.SocketFactory;

/** Connects to one socket file at a pace, whatever address it is asked for. */
final class UnixSocketFactory extends SocketFactory {
  private final Path path;
  private final ConnectPace pace;

  UnixSocketFactory(Path path, ConnectPace pace) {
    this.path = path;
    this.pace = pace;
  }

  @Override
  public Socket createSocket() throws IOException {
    pace.rest();
    return new UnixSocket(SocketChannel.open(UnixDomainSocketAddress.of(path)));
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return createSocket();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return createSocket();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return createSocket();
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort)
      throws IOException {
    return createSocket();
  }
}
