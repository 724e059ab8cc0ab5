package dev.jubelet.server.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.tls.KeyedChain;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ServingKeyTest {
  @Test
  void isShownOnlyToThoseWhoUnderstandIt() throws Exception {
    TestAuthority.Identity issued = new TestAuthority("ca").server("CN=node");
    ServingKey key = new ServingKey(new KeyedChain(List.of(issued.certificate()), issued.key()));

    String alias = Objects.requireNonNull(key.chooseServerAlias("EC", null, null));
    assertThat(key.getCertificateChain(alias)).containsExactly(issued.certificate());
    assertThat(key.getPrivateKey(alias)).isEqualTo(issued.key());
    assertThat(key.getServerAliases("EC", null)).containsExactly(alias);
    assertThat(key.chooseServerAlias("RSA", null, null)).isNull();
    assertThat(key.chooseEngineServerAlias("RSA", null, null)).isNull();
    assertThat(key.getServerAliases("RSA", null)).isEmpty();
  }
}
