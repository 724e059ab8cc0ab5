package dev.jubelet.server.tls;

import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.base.tls.TlsException;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TLS context for the next connection, made anew when the certificate is another one: no
 * session outlives the certificate that it began with. Without a certificate the handshake is
 * refused, and the log says so once.
 *
 * <p>Thread: any. Owns: the context in use.
 */
public final class ServingContexts implements Supplier<SSLContext> {
  private static final Logger log = LoggerFactory.getLogger(ServingContexts.class);
  // The JDK's 20,480 would hold the certificates of as many clients for a day.
  private static final int SESSIONS = 256;

  private record Made(Optional<KeyedChain> of, SSLContext context) {}

  private final TlsSettings settings;
  private volatile @Nullable Made last;

  public ServingContexts(TlsSettings settings) {
    this.settings = settings;
  }

  @Override
  public SSLContext get() {
    Optional<KeyedChain> now = settings.certificate().current();
    Made made = last;
    return made != null && made.of().equals(now) ? made.context() : renewed(now);
  }

  private synchronized SSLContext renewed(Optional<KeyedChain> now) {
    Made made = last;
    if (made != null && made.of().equals(now)) {
      return made.context();
    }
    SSLContext context = now.isPresent() ? context(new ServingKey(now.get())) : refusing();
    last = new Made(now, context);
    return context;
  }

  private SSLContext refusing() {
    log.warn(
        "Connections are refused: there is no serving certificate yet, or it has expired. With"
            + " serverTLSBootstrap somebody has to approve the node's request: kubectl get csr,"
            + " kubectl certificate approve NAME");
    return context(new NoCertificate());
  }

  private SSLContext context(KeyManager key) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          new KeyManager[] {key},
          new TrustManager[] {new DeferredTrust(settings.authorities())},
          null);
      context.getServerSessionContext().setSessionCacheSize(SESSIONS);
      return context;
    } catch (GeneralSecurityException e) {
      throw new TlsException(
          TlsException.Kind.INVALID, "the serving certificate cannot be used: " + e, e);
    }
  }
}
