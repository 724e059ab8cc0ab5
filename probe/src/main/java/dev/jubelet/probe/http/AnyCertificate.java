package dev.jubelet.probe.http;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * TLS that takes any certificate: a probe asks whether a container answers, not who it is, and
 * containers mostly have certificates that nobody signed. Never for anything else.
 */
final class AnyCertificate extends X509ExtendedTrustManager {
  private static final X509Certificate[] NONE = {};

  private AnyCertificate() {}

  /** Made with the first HTTPS probe, because most nodes have none. */
  private static final class Lazy {
    static final SSLSocketFactory SOCKETS = make();

    private Lazy() {}

    private static SSLSocketFactory make() {
      try {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new AnyCertificate()}, null);
        return context.getSocketFactory();
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("this Java has no TLS", e);
      }
    }
  }

  static SSLSocketFactory sockets() {
    return Lazy.SOCKETS;
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) {}

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) {}

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return NONE;
  }
}
