package dev.jubelet.probe.net;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** TLS with a certificate that nobody trusts: signed by itself, of another name, expired. */
final class SelfSigned {
  private SelfSigned() {}

  static SSLContext context() {
    try {
      return make();
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new AssertionError(e);
    }
  }

  private static SSLContext make()
      throws GeneralSecurityException, OperatorCreationException, IOException {
    KeyPair keys = KeyPairGenerator.getInstance("EC").generateKeyPair();
    X500Name name = new X500Name("CN=somebody-else");
    Instant end = Instant.parse("2020-01-01T00:00:00Z");
    Certificate certificate =
        new JcaX509CertificateConverter()
            .getCertificate(
                new JcaX509v3CertificateBuilder(
                        name,
                        BigInteger.ONE,
                        Date.from(end.minus(Duration.ofDays(1))),
                        Date.from(end),
                        name,
                        keys.getPublic())
                    .build(
                        new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
    char[] password = "test".toCharArray();
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, password);
    store.setKeyEntry("key", keys.getPrivate(), password, new Certificate[] {certificate});
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
