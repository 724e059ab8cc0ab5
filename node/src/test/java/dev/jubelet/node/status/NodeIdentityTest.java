package dev.jubelet.node.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeIdentityTest {

  @ParameterizedTest
  @CsvSource({
    "'', Host.Example, amd64, host.example, amd64",
    "' Over ', host, aarch64, over, arm64",
    "'', host, ppc64le, host, ppc64le",
    "'', host, riscv64, host, riscv64"
  })
  void theNameIsLowerCaseAndTheArchitectureIsAsGoSpellsIt(
      String override, String hostname, String javaArch, String name, String arch) {
    assertThat(NodeIdentity.of(override, hostname, javaArch))
        .isEqualTo(new NodeIdentity(name, "linux", arch));
  }

  @Test
  void aHostWithoutANameNeedsOne() {
    assertThatThrownBy(() -> NodeIdentity.of("", " ", "amd64"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--hostname-override");
  }
}
