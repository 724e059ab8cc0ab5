package dev.jubelet.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoDurationTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "7, 7ms",
    "1000, 1s",
    "1250, 1.25s",
    "62500, 1m2.5s",
    "600000, 10m0s",
    "3600001, 1h0m0.001s"
  })
  void timesAreWrittenAsInKnownEvents(long millis, String written) {
    assertThat(GoDuration.toMillis(Duration.ofMillis(millis))).isEqualTo(written);
  }
}
