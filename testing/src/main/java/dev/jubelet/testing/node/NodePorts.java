package dev.jubelet.testing.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** The loopback ports of a kubelet under test. */
record NodePorts(int main, int readOnly, int healthz) {
  static NodePorts free() {
    return new NodePorts(freePort(), freePort(), freePort());
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
