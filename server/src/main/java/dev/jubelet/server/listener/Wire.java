package dev.jubelet.server.listener;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;

/**
 * A connection as two streams, in the clear or through TLS. It is closed by closing its channel,
 * which never blocks; TLS's own close may.
 */
record Wire(
    InputStream in,
    OutputStream out,
    List<X509Certificate> clientCertificates,
    OutputEnd outputEnd) {

  /** Tells the client that no more will come. */
  interface OutputEnd {
    void send() throws IOException;
  }

  static Wire clear(SocketChannel channel) {
    return new Wire(
        Channels.newInputStream(channel),
        Channels.newOutputStream(channel),
        List.of(),
        channel::shutdownOutput);
  }

  /** Makes the handshake. */
  static Wire secured(SSLSocket socket) throws IOException {
    socket.startHandshake();
    return new Wire(
        socket.getInputStream(),
        socket.getOutputStream(),
        certificates(socket),
        socket::shutdownOutput);
  }

  private static List<X509Certificate> certificates(SSLSocket socket) {
    List<X509Certificate> chain = new ArrayList<>();
    try {
      for (Certificate certificate : socket.getSession().getPeerCertificates()) {
        if (certificate instanceof X509Certificate x509) {
          chain.add(x509);
        }
      }
    } catch (SSLPeerUnverifiedException e) {
      // The JDK's way to say that the client presented no certificate.
      return List.of();
    }
    return List.copyOf(chain);
  }

  void shutdownOutput() throws IOException {
    outputEnd.send();
  }
}
