package dev.jubelet.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplesTest {

  @ParameterizedTest(name = "p{1} of 1..{0} ms is {2} ms")
  @CsvSource({
    "1, 1, 1",
    "1, 50, 1",
    "1, 99, 1",
    "2, 50, 1",
    "2, 51, 2",
    "5, 50, 3",
    "5, 99, 5",
    "100, 50, 50",
    "100, 99, 99",
    "100, 100, 100",
    "200, 99, 198",
    "101, 99, 100"
  })
  void aPercentileIsTheSampleOfTheNearestRank(int count, int percent, long millis) {
    List<Duration> times =
        IntStream.rangeClosed(1, count).mapToObj(Duration::ofMillis).collect(Collectors.toList());
    Collections.reverse(times);

    assertThat(Samples.of(times).percentile(percent)).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void countAndEndsAreKnown() {
    Samples samples = Samples.of(List.of(Duration.ofMillis(3), Duration.ofMillis(1)));

    assertThat(samples.count()).isEqualTo(2);
    assertThat(samples.shortest()).isEqualTo(Duration.ofMillis(1));
    assertThat(samples.median()).isEqualTo(Duration.ofMillis(1));
    assertThat(samples.longest()).isEqualTo(Duration.ofMillis(3));
  }

  @Test
  void nothingHasNoStatistics() {
    assertThatThrownBy(() -> Samples.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"0", "101"})
  void aPercentileOutsideTheRangeIsRefused(int percent) {
    Samples samples = Samples.of(List.of(Duration.ZERO));

    assertThatThrownBy(() -> samples.percentile(percent))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Integer.toString(percent));
  }
}
