package dev.jubelet.resource.eviction.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.NodePressure;
import dev.jubelet.resource.eviction.pressure.PressureRules.Verdict;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PressureRulesTest {
  private static final Duration TRANSITION = Duration.ofMinutes(5);
  private static final Threshold MEMORY =
      new Threshold(NodeSignal.MEMORY, fixed(100), Duration.ZERO, fixed(20));
  private static final Threshold SOFT_MEMORY =
      new Threshold(NodeSignal.MEMORY, fixed(200), Duration.ofSeconds(30), Threshold.NOTHING);
  private static final Threshold DISK =
      new Threshold(NodeSignal.NODE_DISK, fixed(100), Duration.ZERO, Threshold.NOTHING);

  private PressureState state = PressureState.NONE;

  private static Amount fixed(long units) {
    return new Amount.Fixed(units, Long.toString(units));
  }

  private Verdict pass(List<Threshold> thresholds, long second, Map<NodeSignal, Long> available) {
    Duration now = Duration.ofSeconds(second);
    Map<NodeSignal, Reading> readings = new EnumMap<>(NodeSignal.class);
    available.forEach((signal, left) -> readings.put(signal, new Reading(left, 1000, now)));
    Verdict verdict = new PressureRules(thresholds, TRANSITION).judge(state, readings, now);
    state = verdict.state();
    return verdict;
  }

  private Verdict memory(long second, long available) {
    return pass(List.of(MEMORY), second, Map.of(NodeSignal.MEMORY, available));
  }

  @Test
  void exactlyTheThresholdIsEnough() {
    assertThat(memory(0, 100).due()).isEmpty();
    assertThat(memory(10, 99).due()).containsExactly(MEMORY);
  }

  @Test
  void whatWasMetStaysUntilMoreIsThere() {
    assertThat(memory(0, 99).due()).containsExactly(MEMORY);
    assertThat(memory(1, 119).due()).containsExactly(MEMORY);
    assertThat(memory(2, 120).due()).isEmpty();
    assertThat(memory(3, 119).due()).isEmpty();
  }

  @Test
  void aPressureStaysForTheTransitionPeriod() {
    assertThat(memory(0, 99).pressures()).containsExactly(NodePressure.MEMORY);
    assertThat(memory(10, 500).pressures()).containsExactly(NodePressure.MEMORY);
    assertThat(memory(299, 500).pressures()).containsExactly(NodePressure.MEMORY);
    assertThat(memory(299, 500).changesAt()).contains(Duration.ofMinutes(5));
    assertThat(memory(300, 500).pressures()).isEmpty();
  }

  @Test
  void aSoftThresholdIsPressureAtOnceAndDueAfterItsGrace() {
    List<Threshold> soft = List.of(SOFT_MEMORY);
    Verdict first = pass(soft, 0, Map.of(NodeSignal.MEMORY, 150L));
    assertThat(first.pressures()).containsExactly(NodePressure.MEMORY);
    assertThat(first.due()).isEmpty();
    assertThat(first.changesAt()).contains(Duration.ofSeconds(30));
    assertThat(pass(soft, 29, Map.of(NodeSignal.MEMORY, 150L)).due()).isEmpty();
    assertThat(pass(soft, 30, Map.of(NodeSignal.MEMORY, 150L)).due()).containsExactly(SOFT_MEMORY);
  }

  @Test
  void aGraceBeginsAnewWhenThereWasEnoughBetween() {
    List<Threshold> soft = List.of(SOFT_MEMORY);
    pass(soft, 0, Map.of(NodeSignal.MEMORY, 150L));
    pass(soft, 20, Map.of(NodeSignal.MEMORY, 250L));
    assertThat(pass(soft, 30, Map.of(NodeSignal.MEMORY, 150L)).due()).isEmpty();
    assertThat(pass(soft, 60, Map.of(NodeSignal.MEMORY, 150L)).due()).containsExactly(SOFT_MEMORY);
  }

  @Test
  void memoryComesFirst() {
    assertThat(
            pass(List.of(DISK, MEMORY), 0, Map.of(NodeSignal.MEMORY, 1L, NodeSignal.NODE_DISK, 1L))
                .due())
        .containsExactly(MEMORY, DISK);
  }

  @Test
  void whatCannotBeReadSaysNothing() {
    assertThat(pass(List.of(DISK), 0, Map.of()).met()).isEmpty();
  }

  @Test
  void nobodyGoesForAnOldReading() {
    assertThat(memory(5, 50).due()).containsExactly(MEMORY);
    Map<NodeSignal, Reading> old =
        Map.of(NodeSignal.MEMORY, new Reading(50, 1000, Duration.ofSeconds(5)));
    Verdict again =
        new PressureRules(List.of(MEMORY), TRANSITION).judge(state, old, Duration.ofSeconds(6));
    assertThat(again.met()).containsExactly(MEMORY);
    assertThat(again.due()).isEmpty();
  }
}
