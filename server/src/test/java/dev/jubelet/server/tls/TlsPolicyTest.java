package dev.jubelet.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.tls.TlsException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlsPolicyTest {

  @ParameterizedTest
  @CsvSource({
    "'', TLSv1.3 TLSv1.2, 0",
    "VersionTLS10, TLSv1.3 TLSv1.2, 1",
    "VersionTLS11, TLSv1.3 TLSv1.2, 1",
    "VersionTLS12, TLSv1.3 TLSv1.2, 0",
    "VersionTLS13, TLSv1.3, 0"
  })
  void nothingBefore12IsSpokenWhateverIsAskedFor(String least, String protocols, int warnings) {
    TlsPolicy policy = TlsPolicy.of(least, List.of(), List.of());

    assertThat(String.join(" ", policy.protocols())).isEqualTo(protocols);
    assertThat(policy.warnings()).hasSize(warnings);
  }

  @Test
  void suitesAreThoseOfTheListAndAllOfVersion13() {
    TlsPolicy policy =
        TlsPolicy.of("", List.of("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"), List.of());

    assertThat(policy.cipherSuites())
        .containsExactlyInAnyOrder(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
    assertThat(policy.warnings()).isEmpty();
  }

  @Test
  void aShortenedNameMeansTheSuiteOfTheStandard() {
    assertThat(
            TlsPolicy.of("", List.of("TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305"), List.of())
                .cipherSuites())
        .contains("TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TLS_RSA_WITH_AES_128_GCM_SHA256",
        "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
        "TLS_ECDHE_RSA_WITH_RC4_128_SHA"
      })
  void whatTheJdkDoesNotOfferIsLeftOutAloud(String suite) {
    TlsPolicy policy = TlsPolicy.of("", List.of(suite), List.of());

    assertThat(policy.cipherSuites()).hasSize(3).doesNotContain(suite);
    assertThat(policy.warnings()).singleElement().asString().contains(suite);
  }

  @Test
  void suitesHaveNoMeaningWhere13IsTheLeast() {
    TlsPolicy policy =
        TlsPolicy.of("VersionTLS13", List.of("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"), List.of());

    assertThat(policy.cipherSuites()).isEmpty();
    assertThat(policy.warnings()).singleElement().asString().contains("tlsCipherSuites");
  }

  @Test
  void curvesAreThoseOfTheList() {
    TlsPolicy policy = TlsPolicy.of("", List.of(), List.of(29, 4588, 23));

    assertThat(policy.namedGroups()).containsExactly("x25519", "secp256r1");
    assertThat(policy.warnings()).singleElement().asString().contains("4588");
  }

  @Test
  void noWeakerCurveStandsInForThoseThatAreMissing() {
    assertThatThrownBy(() -> TlsPolicy.of("", List.of(), List.of(4587, 4588)))
        .isInstanceOf(TlsException.class)
        .hasMessageContaining("tlsCurvePreferences");
  }
}
