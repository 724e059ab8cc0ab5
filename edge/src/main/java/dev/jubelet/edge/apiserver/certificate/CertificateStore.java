package dev.jubelet.edge.apiserver.certificate;

import dev.jubelet.base.AtomicFile;
import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.base.tls.Pem;
import dev.jubelet.base.tls.TlsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificates of one purpose in the certificate directory: each with its key in a file named
 * by the time, and a link {@code <purpose>-current.pem} to the newest.
 *
 * <p>Thread: one writer; readers of the link see the old pair or the new one. Owns: the link.
 */
public final class CertificateStore {
  private static final Logger log = LoggerFactory.getLogger(CertificateStore.class);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd-HH-mm-ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Path directory;
  private final String purpose;

  /** {@code purpose} is {@code kubelet-client} or {@code kubelet-server}. */
  public CertificateStore(Path directory, String purpose) {
    this.directory = directory.toAbsolutePath();
    this.purpose = purpose;
  }

  /** The link to the newest pair, certificate and key in one. */
  public Path current() {
    return directory.resolve(purpose + "-current.pem");
  }

  /** Where a key is kept until it has a certificate. */
  Path pendingKey() {
    return directory.resolve(purpose + ".key.tmp");
  }

  /** The pair in use; empty when there is none that can be read. */
  public Optional<KeyedChain> pair() {
    if (!Files.exists(current())) {
      return Optional.empty();
    }
    try {
      return Optional.of(KeyedChain.read(current(), current()));
    } catch (TlsException e) {
      log.atWarn().setCause(e).addKeyValue("file", current()).log("Certificate file is invalid");
      return Optional.empty();
    }
  }

  /** The certificate of the pair in use. */
  public Optional<X509Certificate> certificate() {
    return pair().map(KeyedChain::leaf);
  }

  /** Takes over a pair that was made elsewhere, given in PEM, as the current one. */
  public void adopt(String chain, String key, Instant now) {
    write(chain + "\n" + key, now);
  }

  /** Keeps a new pair and makes it the current one. Throws also when it is not a pair. */
  KeyedChain keep(String chain, KeyPair keys, Instant now) {
    String text = chain + Keys.text(keys);
    KeyedChain pair = pairOf(text);
    write(text, now);
    try {
      Files.deleteIfExists(pendingKey());
    } catch (IOException e) {
      log.atWarn()
          .setCause(e)
          .addKeyValue("file", pendingKey())
          .log("Failed to delete a temporary key file");
    }
    return pair;
  }

  private static KeyedChain pairOf(String text) {
    try {
      Pem pem = Pem.parse("the new certificate", text);
      return KeyedChain.of(pem, pem);
    } catch (TlsException e) {
      throw new CertificateException(CertificateException.Kind.FAILED, e.getMessage(), e);
    }
  }

  private void write(String text, Instant now) {
    Path file = directory.resolve(purpose + "-" + TIME.format(now) + ".pem");
    try {
      Files.createDirectories(directory);
      AtomicFile.write(
          file,
          text.getBytes(StandardCharsets.US_ASCII),
          PosixFilePermissions.fromString("rw-------"));
      Path link = directory.resolve("." + purpose + "-current.pem");
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, file);
      Files.move(link, current(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | UncheckedIOException e) {
      throw new CertificateException(
          CertificateException.Kind.STORE, "cannot keep a certificate in " + directory, e);
    }
  }

  /** Forgets the key for which no certificate can be had; one that stays is asked for again. */
  void dropPendingKey() {
    try {
      Files.deleteIfExists(pendingKey());
    } catch (IOException e) {
      log.atWarn()
          .setCause(e)
          .addKeyValue("file", pendingKey())
          .log("Failed to delete the key of a refused request");
    }
  }

  /** The key that a certificate is being asked for, the same after a restart. */
  KeyPair pendingKeys() {
    try {
      Files.createDirectories(directory);
      return Keys.keptIn(pendingKey());
    } catch (IOException | UncheckedIOException e) {
      throw new CertificateException(
          CertificateException.Kind.STORE, "cannot keep a key in " + directory, e);
    }
  }
}
