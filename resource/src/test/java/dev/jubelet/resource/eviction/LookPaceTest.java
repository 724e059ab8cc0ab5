package dev.jubelet.resource.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.resource.eviction.LookPace.Seen;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LookPaceTest {

  @ParameterizedTest
  @CsvSource({"PT0S, PT1S", "PT1S, PT1S", "PT4S, PT4S", "PT16S, PT10S", "PT24H, PT10S"})
  void aYoungPodIsLookedAtMoreOften(Duration age, Duration wait) {
    assertThat(LookPace.next(null, seen(age, 0))).isEqualTo(wait);
  }

  @ParameterizedTest
  @CsvSource({
    // In ten seconds from the one to the other: at that pace it is full in so many seconds.
    "0.5, 0.5, PT10S",
    "0.9, 0.5, PT10S",
    "0.1, 0.2, PT10S",
    "0.4, 0.5, PT10S",
    "0.2, 0.6, PT5S",
    "0.0, 0.5, PT5S",
    "0.5, 0.9, PT1.25S",
    "0.9, 0.99, PT1S",
    "0.9, 1.0, PT1S"
  })
  void aPodThatWillSoonBeFullIsLookedAtInTime(double before, double now, Duration wait) {
    Seen first = seen(Duration.ofMinutes(5), before);
    Seen second = seen(Duration.ofMinutes(5).plusSeconds(10), now);
    assertThat(LookPace.next(first, second)).isCloseTo(wait, Duration.ofMillis(1));
  }

  @ParameterizedTest
  @CsvSource({"PT0.005S, PT10S", "PT0.5S, PT10S", "PT1S, PT20S", "PT6S, PT2M", "PT1H, PT5M"})
  void largeTreesAreLeftInPeaceForMostOfTheTime(Duration took, Duration wait) {
    Seen now = new Seen(Duration.ofHours(1), 0.5, took);
    assertThat(LookPace.next(null, now)).isEqualTo(wait);
  }

  @Property
  void thereIsAlwaysANextLook(
      @ForAll @LongRange(min = 0, max = 1_000_000) long firstMillis,
      @ForAll @LongRange(min = 0, max = 1_000_000) long laterMillis,
      @ForAll @DoubleRange(min = 0, max = 1) double before,
      @ForAll @DoubleRange(min = 0, max = 1) double now,
      @ForAll @LongRange(min = 0, max = 1_000_000) long tookMillis) {
    Duration at = Duration.ofMillis(firstMillis);
    Duration wait =
        LookPace.next(
            seen(at, before),
            new Seen(at.plusMillis(laterMillis), now, Duration.ofMillis(tookMillis)));
    assertThat(wait).isBetween(LookPace.SOONEST, LookPace.LONGEST_REST);
  }

  private static Seen seen(Duration at, double fullness) {
    return new Seen(at, fullness, Duration.ZERO);
  }
}
