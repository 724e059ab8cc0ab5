package dev.jubelet.server.tls;

import dev.jubelet.base.tls.AnyServer;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** A certificate authority for tests, and clients that use its certificates. */
public final class TestAuthority {
  private final KeyPair keys;
  private final X509Certificate certificate;

  public TestAuthority(String name) throws Exception {
    keys = newKeys();
    X500Name subject = new X500Name("CN=" + name);
    certificate =
        sign(
            builder(subject, subject, keys, Instant.now().plus(Duration.ofDays(1)))
                .addExtension(Extension.basicConstraints, true, new BasicConstraints(true)));
  }

  public Path writeTo(Path file) throws Exception {
    return Files.writeString(file, pem("CERTIFICATE", certificate.getEncoded()));
  }

  private static String pem(String label, byte[] content) {
    String body = Base64.getMimeEncoder().encodeToString(content);
    return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
  }

  /** A certificate with its key. */
  public record Identity(X509Certificate certificate, PrivateKey key) {
    public String certificatePem() throws Exception {
      return pem("CERTIFICATE", certificate.getEncoded());
    }

    public String keyPem() {
      return pem("PRIVATE KEY", key.getEncoded());
    }
  }

  public Identity client(String subject) throws Exception {
    return issue(subject, KeyPurposeId.id_kp_clientAuth, Instant.now().plus(Duration.ofHours(1)));
  }

  public Identity expiredClient(String subject) throws Exception {
    return issue(
        subject, KeyPurposeId.id_kp_clientAuth, Instant.now().minus(Duration.ofMinutes(1)));
  }

  public Identity server(String subject) throws Exception {
    return issue(subject, KeyPurposeId.id_kp_serverAuth, Instant.now().plus(Duration.ofHours(1)));
  }

  private Identity issue(String subject, KeyPurposeId purpose, Instant end) throws Exception {
    KeyPair pair = newKeys();
    X500Name issuer = X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
    X509Certificate signed =
        sign(
            builder(issuer, new X500Name(subject), pair, end)
                .addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose)));
    return new Identity(signed, pair.getPrivate());
  }

  private static KeyPair newKeys() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    return generator.generateKeyPair();
  }

  private static X509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, KeyPair pair, Instant end) {
    return new JcaX509v3CertificateBuilder(
        issuer,
        BigInteger.valueOf(System.nanoTime()),
        Date.from(Instant.now().minus(Duration.ofDays(1))),
        Date.from(end),
        subject,
        pair.getPublic());
  }

  private X509Certificate sign(X509v3CertificateBuilder builder) throws Exception {
    return new JcaX509CertificateConverter()
        .getCertificate(
            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
  }

  /** A client's context that believes any server and presents this identity, if any. */
  public static SSLContext clientContext(@Nullable Identity identity) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    if (identity != null) {
      Certificate[] chain = {identity.certificate()};
      store.setKeyEntry("client", identity.key(), new char[0], chain);
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store, new char[0]);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), new TrustManager[] {new AnyServer()}, null);
    return context;
  }
}
