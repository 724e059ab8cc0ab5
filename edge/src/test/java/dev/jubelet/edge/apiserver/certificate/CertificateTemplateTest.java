package dev.jubelet.edge.apiserver.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CertificateTemplateTest {
  private static NodeAddress address(String type, String text) {
    return new NodeAddress(text, type);
  }

  private static Optional<CertificateTemplate> serving(NodeAddress... addresses) {
    return CertificateTemplate.serving("n", List.of(addresses), false);
  }

  @Test
  void namesAndAddressesAreThoseOfTheNodeInAStableOrder() {
    CertificateTemplate template =
        serving(
                address("ExternalIP", "fd00::2"),
                address("InternalIP", "10.0.0.9"),
                address("InternalIP", "10.0.0.10"),
                address("Hostname", "n"),
                address("InternalDNS", "n.local"),
                address("ExternalDNS", "n"),
                address("Other", "x"))
            .orElseThrow();

    assertThat(template.signer()).isEqualTo("kubernetes.io/kubelet-serving");
    assertThat(template.usages()).containsExactly("digital signature", "server auth");
    assertThat(template.dnsNames()).containsExactly("n", "n.local");
    assertThat(template.addresses()).containsExactly("10.0.0.10", "10.0.0.9", "fd00::2");
  }

  @Test
  void aHostnameMayBeAnAddress() {
    assertThat(serving(address("Hostname", "10.0.0.1")).orElseThrow().addresses())
        .containsExactly("10.0.0.1");
  }

  @Test
  void withoutAnyAddressThereIsNothingToAskFor() {
    assertThat(serving()).isEmpty();
    assertThat(serving(address("Hostname", "n"), address("InternalIP", "nonsense"))).isEmpty();
    assertThat(CertificateTemplate.serving("n", List.of(address("Hostname", "n")), true))
        .get()
        .extracting(CertificateTemplate::dnsNames)
        .isEqualTo(List.of("n"));
  }
}
