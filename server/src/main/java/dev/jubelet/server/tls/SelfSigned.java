package dev.jubelet.server.tls;

import dev.jubelet.base.AtomicFile;
import dev.jubelet.base.tls.TlsException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A fresh key with a certificate that vouches for itself for a year. The only user of Bouncy Castle
 * here: a start with existing files does not load it.
 */
record SelfSigned(String certificatePem, String keyPem) {
  private static final Duration VALIDITY = Duration.ofDays(365);
  private static final Duration CLOCK_SKEW = Duration.ofHours(1);

  static SelfSigned create(String hostname, List<String> addresses, Instant now) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      byte[] certificate =
          builder(hostname, addresses, now, pair)
              .build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()))
              .getEncoded();
      return new SelfSigned(
          pem("CERTIFICATE", certificate), pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new TlsException(
          TlsException.Kind.INVALID, "cannot make a certificate for " + hostname, e);
    }
  }

  private static X509v3CertificateBuilder builder(
      String hostname, List<String> addresses, Instant now, KeyPair pair) throws IOException {
    X500Name name =
        new X500NameBuilder().addRDN(BCStyle.CN, hostname + "@" + now.getEpochSecond()).build();
    return new JcaX509v3CertificateBuilder(
            name,
            new BigInteger(127, new SecureRandom()),
            Date.from(now.minus(CLOCK_SKEW)),
            Date.from(now.plus(VALIDITY)),
            name,
            pair.getPublic())
        .addExtension(Extension.basicConstraints, true, new BasicConstraints(true))
        .addExtension(
            Extension.keyUsage,
            true,
            new KeyUsage(
                KeyUsage.digitalSignature | KeyUsage.keyEncipherment | KeyUsage.keyCertSign))
        .addExtension(
            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
        .addExtension(Extension.subjectAlternativeName, false, names(hostname, addresses));
  }

  private static GeneralNames names(String hostname, List<String> addresses) {
    Stream<GeneralName> dns = Stream.of(new GeneralName(GeneralName.dNSName, hostname));
    Stream<GeneralName> ips =
        addresses.stream().map(address -> new GeneralName(GeneralName.iPAddress, address));
    return new GeneralNames(Stream.concat(dns, ips).toArray(GeneralName[]::new));
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
