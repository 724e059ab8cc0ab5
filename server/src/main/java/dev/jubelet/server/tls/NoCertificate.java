package dev.jubelet.server.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509KeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Stands for a certificate that is not there yet. The failure becomes the alert {@code
 * internal_error}, by which people know a kubelet whose certificate nobody has approved.
 */
final class NoCertificate implements X509KeyManager {
  @Override
  public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
    throw new IllegalStateException("no serving certificate is available");
  }

  @Override
  public String[] getServerAliases(String keyType, Principal[] issuers) {
    return new String[0];
  }

  @Override
  public String[] getClientAliases(String keyType, Principal[] issuers) {
    return new String[0];
  }

  @Override
  public @Nullable String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
    return null;
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    return null;
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    return null;
  }
}
