package dev.jubelet.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {
  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "1m30s, PT1M30S",
    "1.5h, PT1H30M",
    "-10s, PT-10S",
    "+5s, PT5S",
    "100ms, PT0.1S",
    "1us, PT0.000001S",
    "1µs, PT0.000001S",
    ".5s, PT0.5S",
    "1.s, PT1S",
    "2h45m30.25s, PT2H45M30.25S",
    "30s1m, PT1M30S"
  })
  void readsGoNotation(String text, Duration expected) {
    assertThat(GoDuration.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "10", "s", ".", ".s", "1x", "1 s", "1m30", "PT1M", "1..5s"})
  void refusesWhatIsNoDuration(String text) {
    assertThatThrownBy(() -> GoDuration.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not a duration");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9999999999h", "-9999999999h", "9223372036854775808ns"})
  void refusesWhatDoesNotFitInNanoseconds(String text) {
    assertThatThrownBy(() -> GoDuration.parse(text)).hasMessageContaining("out of range");
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT1M, 1m0s",
    "PT4H, 4h0m0s",
    "PT0.1S, 100ms",
    "PT1.5S, 1.5s",
    "PT-2M, -2m0s",
    "PT0.0000015S, 1.5µs",
    "PT0.000000001S, 1ns",
    "PT300S, 5m0s"
  })
  void writesTheCanonicalForm(Duration duration, String expected) {
    assertThat(GoDuration.format(duration)).isEqualTo(expected);
  }

  @Property
  void readsBackWhatItWrites(@ForAll long nanos) {
    Duration duration = Duration.ofNanos(nanos);
    assertThat(GoDuration.parse(GoDuration.format(duration))).isEqualTo(duration);
  }
}
