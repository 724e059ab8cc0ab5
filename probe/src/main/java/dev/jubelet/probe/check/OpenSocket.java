package dev.jubelet.probe.check;

import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** Gives out one connection that stands already, whatever address it is asked for. */
final class OpenSocket extends SocketFactory {
  private final Socket socket;

  OpenSocket(Socket socket) {
    this.socket = socket;
  }

  @Override
  public Socket createSocket() {
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port) {
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
    return socket;
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    return socket;
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort) {
    return socket;
  }
}
