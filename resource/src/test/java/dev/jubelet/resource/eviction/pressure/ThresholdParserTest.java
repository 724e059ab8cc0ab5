package dev.jubelet.resource.eviction.pressure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ThresholdParserTest {
  private static final long CAPACITY = 1000;

  private static List<Threshold> hard(String signal, String value) {
    return ThresholdParser.parse(Map.of(signal, value), Map.of(), Map.of(), Map.of());
  }

  @ParameterizedTest
  @CsvSource({
    "memory.available, 100Mi, 104857600, 100Mi",
    "nodefs.available, 10%, 100, 100",
    "nodefs.inodesFree, 5.25%, 52, 52",
    "pid.available, 1k, 1000, 1k",
  })
  void aThresholdIsAnAmountOrAShare(String signal, String value, long units, String text) {
    assertThat(hard(signal, value))
        .singleElement()
        .satisfies(
            threshold -> {
              assertThat(threshold.signal().wireName()).isEqualTo(signal);
              assertThat(threshold.value().of(CAPACITY)).isEqualTo(units);
              assertThat(threshold.value().text(CAPACITY)).isEqualTo(text);
              assertThat(threshold.isHard()).isTrue();
            });
  }

  @ParameterizedTest
  @CsvSource({"0%", "100%"})
  void nothingAndAllMeanNoThreshold(String value) {
    assertThat(hard("memory.available", value)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "cpu.available, 1, unsupported eviction signal cpu.available",
    "memory.available, 0, eviction threshold memory.available must be positive: 0",
    "memory.available, -1Mi, eviction threshold memory.available must be positive: -1Mi",
    "memory.available, -1%, eviction percentage threshold memory.available must be >= 0%: -1%",
    "memory.available, 101%, eviction percentage threshold memory.available must be <= 100%: 101%",
  })
  void whatMakesNoSenseIsRefused(String signal, String value, String message) {
    assertThatThrownBy(() -> hard(signal, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void aSoftThresholdNeedsAGrace() {
    assertThatThrownBy(
            () ->
                ThresholdParser.parse(
                    Map.of(), Map.of("memory.available", "1Gi"), Map.of(), Map.of()))
        .hasMessage(
            "grace period must be specified for the soft eviction threshold memory.available");
  }

  @Test
  void hardOnesComeFirstAndEachHasItsReclaim() {
    List<Threshold> all =
        ThresholdParser.parse(
            Map.of("nodefs.available", "10%", "memory.available", "1Gi"),
            Map.of("memory.available", "2Gi", "pid.available", "5%"),
            Map.of("memory.available", "1m30s", "pid.available", "0s"),
            Map.of("memory.available", "500Mi", "nodefs.available", "3%"));
    assertThat(all)
        .extracting(one -> one.signal().wireName() + " " + one.grace().toSeconds())
        .containsExactly(
            "memory.available 0", "nodefs.available 0", "pid.available 0", "memory.available 90");
    assertThat(all)
        .extracting(one -> one.minReclaim().of(CAPACITY))
        .containsExactly(500L << 20, 30L, 0L, 500L << 20);
    assertThat(all.getLast().grace()).isEqualTo(Duration.ofSeconds(90));
  }

  @ParameterizedTest
  @CsvSource({
    "SINGLE, nodefs.available, nodefs.available containerfs.available",
    "SINGLE, imagefs.available, imagefs.available",
    "DEDICATED_IMAGES, nodefs.inodesFree, nodefs.inodesFree",
    "DEDICATED_IMAGES, imagefs.inodesFree, imagefs.inodesFree containerfs.inodesFree",
    "SPLIT, nodefs.available, nodefs.available containerfs.available",
    "SPLIT, containerfs.available, ''",
    "SPLIT, memory.available, memory.available allocatableMemory.available",
  })
  void theDiskOfContainersHasTheThresholdOfWhereItIs(
      DiskLayout layout, String signal, String expected) {
    EvictionConfig config = new EvictionConfig(hard(signal, "5%"), Duration.ZERO, 0, true);
    assertThat(
            String.join(
                " ", config.on(layout).stream().map(one -> one.signal().wireName()).toList()))
        .isEqualTo(expected);
  }
}
