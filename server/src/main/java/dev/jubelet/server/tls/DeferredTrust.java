package dev.jubelet.server.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Lets any client certificate through the handshake, which only proves that the client has its key.
 * Whether it is believed is decided for each request by {@code auth}, so that a bad one is answered
 * with 401 and changed authorities count at once. Never for the client side.
 */
final class DeferredTrust extends X509ExtendedTrustManager {
  private final @Nullable ClientAuthorities authorities;

  DeferredTrust(@Nullable ClientAuthorities authorities) {
    this.authorities = authorities;
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return authorities == null ? new X509Certificate[0] : authorities.certificates();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType) {}

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw serversAreNotChecked();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    throw serversAreNotChecked();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    throw serversAreNotChecked();
  }

  private static CertificateException serversAreNotChecked() {
    return new CertificateException("this side is a server and never connects to one");
  }
}
