package dev.jubelet.server.tls;

import dev.jubelet.base.tls.Pem;
import dev.jubelet.base.tls.TlsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The authorities whose client certificates are believed, read from a file and read again when the
 * file changes. When a changed file cannot be used, the former content stays in force.
 *
 * <p>Thread: any. Owns: what was read last.
 */
public final class ClientAuthorities {
  private static final Logger log = LoggerFactory.getLogger(ClientAuthorities.class);
  // Only the signature of the client's key matters here, which the handshake has checked.
  private static final String ANY_KEY_EXCHANGE = "UNKNOWN";

  private record Stamp(FileTime modified, long size, @Nullable Object inode) {}

  private record Snapshot(Stamp stamp, X509TrustManager trust) {}

  private final Path file;
  private volatile Snapshot current;
  private volatile @Nullable String complaint;

  /** Reads the file at once, so that a mistake is known at the start. */
  public ClientAuthorities(Path file) {
    this.file = file;
    try {
      current = read(stamp(file));
    } catch (IOException e) {
      throw new TlsException(TlsException.Kind.UNREADABLE, "cannot read " + file + ": " + e, e);
    }
  }

  /** Throws when the chain does not lead to one of the authorities or is not for clients. */
  public void verifyClient(List<X509Certificate> chain) throws CertificateException {
    trust().checkClientTrusted(chain.toArray(X509Certificate[]::new), ANY_KEY_EXCHANGE);
  }

  /** The authorities' own certificates, which a server names to clients in the handshake. */
  X509Certificate[] certificates() {
    return trust().getAcceptedIssuers();
  }

  private X509TrustManager trust() {
    Snapshot known = current;
    try {
      Stamp stamp = stamp(file);
      if (!Objects.equals(stamp, known.stamp())) {
        known = read(stamp);
        current = known;
        complaint = null;
        log.atInfo().addKeyValue("file", file).log("Client CA bundle reloaded");
      }
    } catch (IOException | TlsException e) {
      complain(e.toString());
    }
    return known.trust();
  }

  /** Once, and not with each request. */
  private void complain(String reason) {
    if (!reason.equals(complaint)) {
      complaint = reason;
      log.atError()
          .addKeyValue("file", file)
          .addKeyValue("reason", reason)
          .log("Failed to load the changed client CA bundle; keeping the previous one");
    }
  }

  private static Stamp stamp(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
  }

  private Snapshot read(Stamp stamp) {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (X509Certificate authority : Pem.read(file).certificates()) {
        store.setCertificateEntry("authority-" + number++, authority);
      }
      TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
      factory.init(store);
      for (TrustManager manager : factory.getTrustManagers()) {
        if (manager instanceof X509TrustManager trust) {
          return new Snapshot(stamp, trust);
        }
      }
      throw new IllegalStateException("the JDK's PKIX factory has no X.509 trust manager");
    } catch (GeneralSecurityException | IOException e) {
      throw new TlsException(TlsException.Kind.INVALID, "cannot use " + file + ": " + e, e);
    }
  }
}
