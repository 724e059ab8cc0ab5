package dev.jubelet.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.base.tls.Pem;
import dev.jubelet.base.tls.TlsException;
import dev.jubelet.testing.time.ManualTimers;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.util.io.pem.PemObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelfSignedFilesTest {
  @TempDir Path directory;
  private final ManualTimers timers = new ManualTimers();

  private KeyedChain make() {
    SelfSignedFiles files =
        SelfSignedFiles.present(
            directory.resolve("pki"), "node-1", List.of("10.0.0.1", "::1"), timers);
    return KeyedChain.read(files.certificate(), files.key());
  }

  @Test
  void aMissingPairIsMadeOnceAndKept() throws Exception {
    KeyedChain made = make();
    timers.advance(Duration.ofDays(1));

    assertThat(make().chain()).isEqualTo(made.chain());
    assertThat(mode("kubelet.key")).isEqualTo("rw-------");
    assertThat(mode("kubelet.crt")).isEqualTo("rw-r--r--");
  }

  private String mode(String name) throws Exception {
    return PosixFilePermissions.toString(
        Files.getPosixFilePermissions(directory.resolve("pki").resolve(name)));
  }

  @Test
  void theCertificateIsForThisNodeAndAYear() throws Exception {
    var leaf = make().chain().getFirst();

    assertThat(leaf.getSubjectAlternativeNames())
        .extracting(name -> name.get(1).toString())
        .containsExactly("node-1", "10.0.0.1", "0:0:0:0:0:0:0:1");
    Instant now = timers.now();
    assertThat(leaf.getNotBefore().toInstant()).isBefore(now);
    assertThat(leaf.getNotAfter().toInstant()).isEqualTo(now.plus(Duration.ofDays(365)));
    assertThat(leaf.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    assertThat(leaf.getSubjectX500Principal().getName())
        .isEqualTo("CN=node-1@" + now.getEpochSecond());
  }

  @Test
  void theCertificateVouchesForItself() throws Exception {
    var leaf = make().chain().getFirst();

    leaf.verify(leaf.getPublicKey());
    assertThat(leaf.getIssuerX500Principal()).isEqualTo(leaf.getSubjectX500Principal());
    assertThat(leaf.getVersion()).isEqualTo(3);
    assertThat(leaf.getBasicConstraints()).isNotNegative();
    assertThat(leaf.getKeyUsage())
        .containsExactly(true, false, true, false, false, true, false, false, false);
    assertThat(leaf.getCriticalExtensionOIDs()).containsExactlyInAnyOrder("2.5.29.15", "2.5.29.19");
    // Another implementation reads the same.
    var read = new X509CertificateHolder(leaf.getEncoded());
    assertThat(read.getEncoded()).isEqualTo(leaf.getEncoded());
    assertThat(read.getNotAfter()).isEqualTo(leaf.getNotAfter());
  }

  @Test
  void aYearThatNeedsFourDigitsHasThem() throws Exception {
    timers.advance(Duration.between(timers.now(), Instant.parse("2049-06-01T00:00:00Z")));
    var leaf = make().chain().getFirst();

    assertThat(leaf.getNotBefore().toInstant()).isEqualTo(Instant.parse("2049-05-31T23:00:00Z"));
    assertThat(leaf.getNotAfter().toInstant()).isEqualTo(Instant.parse("2050-06-01T00:00:00Z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC"})
  void keysInTheOlderFormsAreRead(String algorithm) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(algorithm.equals("RSA") ? 2048 : 384);
    KeyPair pair = generator.generateKeyPair();
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(
          pair.getPrivate() instanceof ECPrivateKey key ? sec1(key) : pair.getPrivate());
    }
    Path file = Files.writeString(directory.resolve("key.pem"), text.toString());

    assertThat(text.toString()).contains("BEGIN " + algorithm + " PRIVATE KEY");
    assertThat(belongTogether(Pem.read(file).privateKey(), pair.getPublic())).isTrue();
  }

  private static boolean belongTogether(PrivateKey own, PublicKey known) throws Exception {
    Signature signature =
        Signature.getInstance(
            "SHA256with" + own.getAlgorithm() + (own.getAlgorithm().equals("EC") ? "DSA" : ""));
    signature.initSign(own);
    signature.update((byte) 1);
    byte[] signed = signature.sign();
    signature.initVerify(known);
    signature.update((byte) 1);
    return signature.verify(signed);
  }

  private static PemObject sec1(ECPrivateKey key) throws Exception {
    var structure =
        new org.bouncycastle.asn1.sec.ECPrivateKey(384, key.getS(), SECObjectIdentifiers.secp384r1);
    return new PemObject("EC PRIVATE KEY", structure.getEncoded());
  }

  @Test
  void whatIsWrongWithAFileIsSaid() throws Exception {
    Path missing = directory.resolve("missing.pem");
    Path empty = Files.createFile(directory.resolve("empty.pem"));
    Path sealed =
        Files.writeString(
            directory.resolve("sealed.pem"),
            "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n");

    assertThatThrownBy(() -> KeyedChain.read(missing, missing))
        .isInstanceOf(TlsException.class)
        .hasMessageContaining("missing.pem");
    assertThatThrownBy(() -> KeyedChain.read(empty, empty))
        .hasMessageContaining("empty.pem holds no certificate");
    assertThatThrownBy(() -> Pem.read(sealed).privateKey())
        .hasMessageContaining("ENCRYPTED PRIVATE KEY");
  }
}
