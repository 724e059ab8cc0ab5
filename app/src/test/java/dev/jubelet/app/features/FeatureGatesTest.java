package dev.jubelet.app.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FeatureGatesTest {
  @Test
  void defaultsAreThoseOfTheTableAndConsistent() {
    FeatureGates.Resolution resolution = FeatureGates.resolve(Map.of());

    assertThat(resolution.problems()).isEmpty();
    assertThat(resolution.warnings()).isEmpty();
    assertThat(resolution.gates().enabled("PLEGOnDemandRelist")).isTrue();
    assertThat(resolution.gates().enabled("EventedPLEG")).isFalse();
  }

  @Test
  void everyDependencyOfTheTableIsAGateOfTheTable() {
    List<String> needed =
        FeatureGateTable.gates().values().stream().flatMap(gate -> gate.needs().stream()).toList();

    assertThat(needed).isNotEmpty().allMatch(FeatureGateTable.gates()::containsKey);
    assertThat(FeatureGateTable.gates()).hasSizeGreaterThan(230);
  }

  @Test
  void aWishChangesItsGateOnly() {
    FeatureGates gates = FeatureGates.resolve(Map.of("EventedPLEG", true)).gates();

    assertThat(gates.enabled("EventedPLEG")).isTrue();
    assertThat(gates.enabled("MemoryQoS")).isFalse();
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    FeatureGates.Resolution resolution =
        FeatureGates.resolve(Map.of("NoSuchGate", true, "NodeSwap", false));

    assertThat(resolution.problems())
        .containsExactly(
            "unrecognized feature gate: NoSuchGate",
            "cannot set feature gate NodeSwap to false, it is locked to true");
    assertThat(resolution.gates().enabled("NodeSwap")).isTrue();
  }

  @Test
  void aGateNeedsItsDependencies() {
    assertThat(FeatureGates.resolve(Map.of("NodeDeclaredFeatures", false)).problems())
        .contains(
            "ExtendWebSocketsToKubelet is enabled, but depends on disabled NodeDeclaredFeatures")
        .hasSize(4);
  }

  @Test
  void settingAFinishedGateIsWarnedAbout() {
    assertThat(FeatureGates.resolve(Map.of("NodeSwap", true)).warnings())
        .containsExactly(
            "Setting GA feature gate NodeSwap=true. It will be removed in a future release.");
  }

  @Test
  void allAlphaSetsAlphaGatesThatNobodyNamed() {
    FeatureGates gates =
        FeatureGates.resolve(Map.of("AllAlpha", true, "EventedPLEG", false)).gates();

    assertThat(gates.enabled("MemoryQoS")).isTrue();
    assertThat(gates.enabled("EventedPLEG")).isFalse();
    assertThat(gates.enabled("SELinuxMount")).isFalse();
  }

  @Test
  void allBetaCanTurnBetaGatesOff() {
    FeatureGates gates = FeatureGates.resolve(Map.of("AllBeta", false)).gates();

    assertThat(gates.enabled("ContainerCheckpoint")).isFalse();
    assertThat(gates.enabled("NodeSwap")).isTrue();
  }

  @Test
  void askingForAnUnknownGateIsASlip() {
    assertThatThrownBy(() -> FeatureGates.defaults().enabled("Nonsense"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
