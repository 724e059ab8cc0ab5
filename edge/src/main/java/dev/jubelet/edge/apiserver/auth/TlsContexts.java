package dev.jubelet.edge.apiserver.auth;

import dev.jubelet.base.tls.AnyServer;
import dev.jubelet.base.tls.Pem;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigCluster;
import dev.jubelet.edge.apiserver.kubeconfig.PemSource;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes the TLS side of a connection out of a cluster's authority and our identity.
 *
 * <p>Thread: any. Owns: nothing; it reads the files each time it is asked.
 */
public final class TlsContexts {
  private static final char[] NO_PASSWORD = new char[0];

  private final KubeconfigCluster cluster;
  private final Credentials credentials;

  public TlsContexts(KubeconfigCluster cluster, Credentials credentials) {
    this.cluster = cluster;
    this.credentials = credentials;
  }

  /** What a context would be made of now. */
  public TlsSnapshot snapshot() {
    return new TlsSnapshot(cluster.authority().map(PemSource::text), credentials.identity());
  }

  /** Throws {@link AuthException} or a TlsException that names what cannot be used. */
  public SSLContext context(TlsSnapshot snapshot) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys(snapshot.identity()), trust(snapshot.authority()), null);
      return cluster
          .serverName()
          .<SSLContext>map(name -> RenamedPeer.contextFor(context, name))
          .orElse(context);
    } catch (GeneralSecurityException | IOException e) {
      throw new AuthException(
          AuthException.Kind.UNUSABLE,
          "TLS to " + cluster.server() + " cannot be set up: " + e.getMessage(),
          e);
    }
  }

  private static KeyManager @Nullable [] keys(Optional<PemPair> identity)
      throws GeneralSecurityException, IOException {
    if (identity.isEmpty()) {
      return null;
    }
    PemPair pair = identity.get();
    Certificate[] chain =
        Pem.parse(pair.origin(), pair.chain()).certificates().toArray(Certificate[]::new);
    KeyStore store = emptyStore();
    store.setKeyEntry(
        "client", Pem.parse(pair.origin(), pair.key()).privateKey(), NO_PASSWORD, chain);
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private TrustManager @Nullable [] trust(Optional<String> authority)
      throws GeneralSecurityException, IOException {
    if (cluster.unverified()) {
      return new TrustManager[] {new AnyServer()};
    }
    if (authority.isEmpty()) {
      return null;
    }
    KeyStore store = emptyStore();
    int number = 0;
    String origin = cluster.authority().map(PemSource::origin).orElse("");
    for (X509Certificate certificate : Pem.parse(origin, authority.get()).certificates()) {
      store.setCertificateEntry("authority-" + number++, certificate);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }
}
