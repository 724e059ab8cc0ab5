package dev.jubelet.testing.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LabConditionTest {
  private static final Optional<String> NOT_ROOT = Optional.of("not root");

  @Test
  void aSuiteRunsWhereItsComponentsCan() {
    assertThat(LabCondition.of("ClusterIT", Optional.empty(), Map.of("CI", "true")).isDisabled())
        .isFalse();
  }

  @Test
  void onAPersonsMachineItIsSkippedWithTheReason() {
    assertThat(LabCondition.of("ClusterIT", NOT_ROOT, Map.of()).getReason()).contains("not root");
    assertThat(LabCondition.of("ClusterIT", NOT_ROOT, Map.of("CI", "false")).isDisabled()).isTrue();
  }

  @Test
  void inCiNothingMayBeSkipped() {
    assertThatThrownBy(() -> LabCondition.of("ClusterIT", NOT_ROOT, Map.of("CI", "true")))
        .hasMessageContaining("ClusterIT")
        .hasMessageContaining("not root");
  }
}
