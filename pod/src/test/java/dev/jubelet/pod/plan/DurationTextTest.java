package dev.jubelet.pod.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

  @ParameterizedTest(name = "{0} ms: {1}")
  @CsvSource({
    "0, 0s",
    "500, 500ms",
    "10000, 10s",
    "80000, 1m20s",
    "300000, 5m0s",
    "3600000, 1h0m0s",
    "1500, 1.5s",
    "61250, 1m1.25s"
  })
  void isWrittenAsUpstreamDoes(long millis, String text) {
    assertThat(DurationText.of(Duration.ofMillis(millis))).isEqualTo(text);
  }
}
