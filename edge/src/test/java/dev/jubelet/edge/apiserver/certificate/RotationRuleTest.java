package dev.jubelet.edge.apiserver.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.tls.Pem;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RotationRuleTest {
  /** A hundred years for n.local and 10.0.0.1. */
  static final String PEM =
      """
      -----BEGIN CERTIFICATE-----
      MIIBzjCCAXWgAwIBAgIUHGvOmO8/o47sdfJq9XjkOdWeR+0wCgYIKoZIzj0EAwIw
      LzEVMBMGA1UECgwMc3lzdGVtOm5vZGVzMRYwFAYDVQQDDA1zeXN0ZW06bm9kZTpu
      MCAXDTI2MTExNTE5NDMzMloYDzIxMjYxMDIyMTk0MzMyWjAvMRUwEwYDVQQKDAxz
      eXN0ZW06bm9kZXMxFjAUBgNVBAMMDXN5c3RlbTpub2RlOm4wWTATBgcqhkjOPQIB
      BggqhkjOPQMBBwNCAATJdZE8hmsorzsDvHHLF4xjWrCQE8IMrxOPRdIFv+SSpVB9
      16Y3bZd3siRcXgh7G6RX9aYQ5EJQtqRntrnxjn64o20wazAdBgNVHQ4EFgQUEYlt
      2pehuCJGtGZkBUwaDLEiZcEwHwYDVR0jBBgwFoAUEYlt2pehuCJGtGZkBUwaDLEi
      ZcEwDwYDVR0TAQH/BAUwAwEB/zAYBgNVHREEETAPggduLmxvY2FshwQKAAABMAoG
      CCqGSM49BAMCA0cAMEQCIFGGsk1nHbnvD3sY12hI5JMQdxxTC18YkZpwP0wP1P5n
      AiAdfjo6jbJSYxtsqJcVImUEp5odFglkak/S9tZhngC4bg==
      -----END CERTIFICATE-----
      """;

  private final X509Certificate certificate = Pem.parse("test", PEM).certificates().getFirst();

  @ParameterizedTest
  @CsvSource({"0, 70", "0.5, 80", "1, 90"})
  void aCertificateIsReplacedInTheLastThirdOfItsLife(double luck, long percent) {
    Instant start = certificate.getNotBefore().toInstant();
    Duration life = Duration.between(start, certificate.getNotAfter().toInstant());

    assertThat(RotationRule.dueAt(certificate, luck))
        .isBetween(
            start.plus(life.dividedBy(100).multipliedBy(percent).minusSeconds(1)),
            start.plus(life.dividedBy(100).multipliedBy(percent).plusSeconds(1)));
  }

  @Test
  void aServersCertificateMustNameAllItsAddresses() {
    assertThat(covers(List.of("n.local"), List.of("10.0.0.1"))).isTrue();
    assertThat(covers(List.of(), List.of("10.0.0.1"))).isTrue();
    assertThat(covers(List.of("n.local"), List.of("10.0.0.1", "10.0.0.2"))).isFalse();
    assertThat(covers(List.of("other"), List.of())).isFalse();
  }

  @Test
  void aCertificateMustBeThatOfTheNode() {
    assertThat(RotationRule.covers(certificate, CertificateTemplate.client("n"))).isTrue();
    assertThat(RotationRule.covers(certificate, CertificateTemplate.client("m"))).isFalse();
    String admin =
        TestCertificate.of(
            new X500Principal("CN=system:node:n, O=system:masters"),
            Keys.make(),
            Instant.EPOCH,
            Duration.ofDays(1));
    assertThat(
            RotationRule.covers(
                Pem.parse("test", admin).certificates().getFirst(),
                CertificateTemplate.client("n")))
        .isFalse();
  }

  private boolean covers(List<String> names, List<String> addresses) {
    return RotationRule.covers(certificate, CertificateTemplate.serving("n", names, addresses));
  }
}
