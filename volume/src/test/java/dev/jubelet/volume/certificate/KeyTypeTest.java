package dev.jubelet.volume.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.tls.Pem;
import dev.jubelet.edge.apiserver.certificate.PemText;
import dev.jubelet.volume.disk.VolumeException;
import java.io.IOException;
import java.security.KeyPair;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCSException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class KeyTypeTest {

  /** Somebody else reads what was written: its key, its empty name, its signature. */
  @ParameterizedTest
  @EnumSource
  void aRequestIsSignedWithItsKeyAndSaysNothing(KeyType type)
      throws IOException, OperatorCreationException, PKCSException {
    KeyPair keys = type.make();
    PKCS10CertificationRequest read = new PKCS10CertificationRequest(type.emptyRequest(keys));
    assertThat(read.getSubjectPublicKeyInfo().getEncoded())
        .isEqualTo(keys.getPublic().getEncoded());
    assertThat(read.getSubject().getRDNs()).isEmpty();
    assertThat(read.getAttributes()).isEmpty();
    assertThat(
            read.isSignatureValid(new JcaContentVerifierProviderBuilder().build(keys.getPublic())))
        .isTrue();
    String pem = PemText.of("PRIVATE KEY", keys.getPrivate().getEncoded());
    assertThat(Pem.parse("key", pem).privateKey().getEncoded())
        .isEqualTo(keys.getPrivate().getEncoded());
  }

  @Test
  void anUnknownTypeIsRefused() {
    assertThatThrownBy(() -> KeyType.named("RSA1024"))
        .isInstanceOf(VolumeException.class)
        .hasMessageContaining("unknown key type \"RSA1024\"");
    assertThat(KeyType.named("ED25519")).isEqualTo(KeyType.ED25519);
  }
}
