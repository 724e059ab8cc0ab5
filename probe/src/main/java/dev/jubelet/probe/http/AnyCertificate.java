package dev.jubelet.probe.http;

import dev.jubelet.base.tls.AnyServer;
import javax.net.ssl.SSLSocketFactory;

/**
 * TLS that takes any certificate: a probe asks whether a container answers, not who it is, and
 * containers mostly have certificates that nobody signed.
 */
final class AnyCertificate {
  private AnyCertificate() {}

  /** Made with the first HTTPS probe, because most nodes have none. */
  private static final class Lazy {
    static final SSLSocketFactory SOCKETS = AnyServer.context().getSocketFactory();

    private Lazy() {}
  }

  static SSLSocketFactory sockets() {
    return Lazy.SOCKETS;
  }
}
