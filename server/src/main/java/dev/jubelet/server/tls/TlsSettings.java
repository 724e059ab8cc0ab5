package dev.jubelet.server.tls;

import dev.jubelet.base.tls.TlsException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * How the main server speaks TLS.
 *
 * @param authorities null when client certificates are not asked for
 * @param minVersion {@code VersionTLS12} or {@code VersionTLS13}; empty means the former
 * @param cipherSuites IANA names; empty means the JDK's choice
 */
public record TlsSettings(
    ServingCertificate certificate,
    @Nullable ClientAuthorities authorities,
    String minVersion,
    List<String> cipherSuites) {

  // The JDK's 20,480 would hold the certificates of as many clients for a day.
  private static final int SESSIONS = 256;

  public TlsSettings {
    if (!List.of("", "VersionTLS12", "VersionTLS13").contains(minVersion)) {
      throw new TlsException(
          TlsException.Kind.INVALID,
          "tlsMinVersion \"" + minVersion + "\" is not supported: use VersionTLS12 or VersionTLS13",
          null);
    }
  }

  public List<String> protocols() {
    return minVersion.equals("VersionTLS13") ? List.of("TLSv1.3") : List.of("TLSv1.3", "TLSv1.2");
  }

  public boolean asksForClientCertificate() {
    return authorities != null;
  }

  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keyManagers(), new TrustManager[] {new DeferredTrust(authorities)}, null);
      context.getServerSessionContext().setSessionCacheSize(SESSIONS);
      return context;
    } catch (GeneralSecurityException e) {
      throw new TlsException(
          TlsException.Kind.INVALID, "the serving certificate cannot be used: " + e, e);
    }
  }

  private KeyManager[] keyManagers() throws GeneralSecurityException {
    // The store lives only in memory; its password protects nothing.
    char[] password = new char[0];
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(
          "serving", certificate.key(), password, certificate.chain().toArray(Certificate[]::new));
      KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
      factory.init(store, password);
      return factory.getKeyManagers();
    } catch (IOException e) {
      throw new IllegalStateException("an empty key store cannot be made", e);
    }
  }
}
