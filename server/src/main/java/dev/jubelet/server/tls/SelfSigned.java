package dev.jubelet.server.tls;

import dev.jubelet.base.AtomicFile;
import dev.jubelet.base.tls.TlsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/** A fresh key with a certificate that vouches for itself for a year. */
record SelfSigned(String certificatePem, String keyPem) {

  static SelfSigned create(String hostname, List<String> addresses, Instant now) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      byte[] certificate = SelfSignedCertificate.encode(hostname, addresses, now, pair);
      return new SelfSigned(
          pem("CERTIFICATE", certificate), pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new TlsException(
          TlsException.Kind.INVALID, "cannot make a certificate for " + hostname, e);
    }
  }

  /** The key goes first: a certificate without its key would be taken for a pair. */
  void writeTo(Path certificateFile, Path keyFile) {
    try {
      Files.createDirectories(certificateFile.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new TlsException(
          TlsException.Kind.UNREADABLE, "cannot make the directory of " + certificateFile, e);
    }
    AtomicFile.write(keyFile, ascii(keyPem), PosixFilePermissions.fromString("rw-------"));
    AtomicFile.write(
        certificateFile, ascii(certificatePem), PosixFilePermissions.fromString("rw-r--r--"));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static String pem(String label, byte[] content) {
    String body = Base64.getMimeEncoder(64, ascii("\n")).encodeToString(content);
    return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
  }
}
