package dev.jubelet.edge.apiserver.certificate;

import dev.jubelet.base.AtomicFile;
import dev.jubelet.base.tls.Pem;
import dev.jubelet.base.tls.TlsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes EC keys on P-256, and keeps one in a file while its certificate is being asked for. */
final class Keys {
  private static final Logger log = LoggerFactory.getLogger(Keys.class);
  private static final String PUBLIC = "PUBLIC KEY";

  private Keys() {}

  static KeyPair make() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK lacks EC keys on P-256", e);
    }
  }

  /** The pair of the file, or a new one that the file keeps. */
  static KeyPair keptIn(Path file) {
    if (Files.exists(file)) {
      try {
        return read(file);
      } catch (IOException | GeneralSecurityException | TlsException e) {
        log.atWarn()
            .setCause(e)
            .addKeyValue("file", file)
            .log("Stored private key is invalid; generating a new one");
      }
    }
    KeyPair keys = make();
    String text = text(keys) + PemText.of(PUBLIC, keys.getPublic().getEncoded());
    AtomicFile.write(
        file,
        text.getBytes(StandardCharsets.US_ASCII),
        PosixFilePermissions.fromString("rw-------"));
    return keys;
  }

  /** The private key in PEM. */
  static String text(KeyPair keys) {
    return PemText.of("PRIVATE KEY", keys.getPrivate().getEncoded());
  }

  /** The JDK does not compute the public key from the private one, so the file holds both. */
  private static KeyPair read(Path file) throws IOException, GeneralSecurityException {
    String text = Files.readString(file, StandardCharsets.US_ASCII);
    int start = text.indexOf("-----BEGIN " + PUBLIC + "-----");
    int end = text.indexOf("-----END " + PUBLIC + "-----");
    if (start < 0 || end < start) {
      throw new GeneralSecurityException("no public key stands beside the private one");
    }
    String base64 = text.substring(start + ("-----BEGIN " + PUBLIC + "-----").length(), end);
    PublicKey shared =
        KeyFactory.getInstance("EC")
            .generatePublic(new X509EncodedKeySpec(Base64.getMimeDecoder().decode(base64)));
    return new KeyPair(shared, Pem.parse(file.toString(), text).privateKey());
  }
}
