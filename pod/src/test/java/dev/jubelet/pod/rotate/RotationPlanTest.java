package dev.jubelet.pod.rotate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RotationPlanTest {
  private static final LocalDateTime NOW = LocalDateTime.parse("2026-11-18T10:00:00.9");

  /**
   * Files are written as their times of the day, with {@code g} compressed and {@code t} not yet.
   */
  @ParameterizedTest
  @CsvSource({
    "5, '',                                     '',              ''",
    "5, '090000',                               '',              '090000'",
    "5, '080000g 090000',                       '',              '090000'",
    "5, '060000g 070000g 080000g 090000',       '060000g',       '090000'",
    "5, '090000 060000g 080000g 070000g',       '060000g',       '090000'",
    "3, '060000g 070000g 080000g 090000',       '060000g 070000g 080000g', '090000'",
    "2, '080000g 090000',                       '080000g 090000', ''",
    "5, '080000 090000',                        '',              '080000 090000'",
    "5, '080000 080000t',                       '080000t',       '080000'",
    "5, '080000 080000g',                       '080000',        ''",
    "5, '080000 080000t 080000g 090000',        '080000 080000t', '090000'",
    "2, '080000 080000g',                       '080000 080000g', ''"
  })
  void completesWhatWasLeftThenDropsTheOldestThenCompresses(
      int maxFiles, String there, String removed, String compressed) {
    RotationPlan plan = RotationPlan.of("0.log", names(there), maxFiles, NOW);
    assertThat(plan.removals()).containsExactlyInAnyOrderElementsOf(names(removed));
    assertThat(plan.compressions()).containsExactlyElementsOf(names(compressed));
    assertThat(plan.renamedTo()).isEqualTo("0.log.20261118-100000");
  }

  private static List<String> names(String times) {
    return times.isBlank()
        ? List.of()
        : Arrays.stream(times.split(" ", -1))
            .map(time -> "0.log.20261118-" + time.replace("g", ".gz").replace("t", ".tmp"))
            .toList();
  }

  @ParameterizedTest
  @CsvSource({
    // Twice in a second, a clock that was set back, and the end of summer time.
    "0.log.20261118-100000, 0.log.20261118-100001",
    "0.log.20261118-100000.gz, 0.log.20261118-100001",
    "0.log.20261118-105959, 0.log.20261118-110000",
    "0.log.20991231-235959, 0.log.21000101-000000",
    // No clock shows this.
    "0.log.20269999-999999, 0.log.20261118-100000"
  })
  void aLaterFileHasALaterName(String newest, String expected) {
    assertThat(RotationPlan.of("0.log", List.of(newest), 5, NOW).renamedTo()).isEqualTo(expected);
  }

  @Test
  void filesOfOthersAreLeftAlone() {
    List<String> names =
        List.of("1.log", "10.log.20261118-080000", "0.log", "0.log.bak", "0.log.20261118-080000x");
    RotationPlan plan = RotationPlan.of("0.log", names, 2, NOW);
    assertThat(plan.removals()).isEmpty();
    assertThat(plan.compressions()).isEmpty();
  }
}
