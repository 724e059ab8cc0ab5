package dev.jubelet.server.auth.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReviewCacheTest {
  private final ManualTimers timers = new ManualTimers();

  private ReviewCache<Boolean> cache(Duration grants, Duration refusals) {
    return new ReviewCache<>(yes -> yes, grants, refusals, timers);
  }

  private static Fingerprint question(long number) {
    return new Fingerprint(number, 0, 0, 0);
  }

  @ParameterizedTest
  @CsvSource({
    "true,  PT0S,     true",
    "true,  PT4M59S,  true",
    "true,  PT5M,     false",
    "true,  PT24H,    false",
    "false, PT0S,     true",
    "false, PT29.9S,  true",
    "false, PT30S,    false",
    "false, PT5M,     false",
  })
  void anAnswerHoldsAsLongAsItsKind(boolean answer, Duration later, boolean known) {
    ReviewCache<Boolean> cache = cache(Duration.ofMinutes(5), Duration.ofSeconds(30));
    cache.put(question(1), answer);

    timers.advance(later);

    assertThat(cache.find(question(1)).isPresent()).isEqualTo(known);
    assertThat(cache.size()).isEqualTo(known ? 1 : 0);
  }

  @Test
  void usingAnAnswerDoesNotProlongIt() {
    ReviewCache<Boolean> cache = cache(Duration.ofMinutes(2), Duration.ZERO);
    cache.put(question(1), true);

    timers.advance(Duration.ofMinutes(1));
    assertThat(cache.find(question(1))).hasValue(true);
    timers.advance(Duration.ofMinutes(1));
    assertThat(cache.find(question(1))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"PT0S, true", "PT-1S, true", "PT0S, false", "PT-1S, false"})
  void withoutALifeNothingIsKept(Duration life, boolean answer) {
    ReviewCache<Boolean> cache = cache(life, life);

    cache.put(question(1), answer);

    assertThat(cache.find(question(1))).isEmpty();
    assertThat(cache.size()).isZero();
  }

  @Test
  void theOneNotUsedForLongestGoesFirst() {
    ReviewCache<Boolean> cache = cache(Duration.ofMinutes(5), Duration.ofSeconds(30));
    for (int i = 0; i < ReviewCache.LIMIT; i++) {
      cache.put(question(i), true);
    }
    assertThat(cache.find(question(0))).isPresent();

    cache.put(question(ReviewCache.LIMIT), true);

    assertThat(cache.find(question(0))).isPresent();
    assertThat(cache.find(question(1))).isEmpty();
    assertThat(cache.size()).isEqualTo(ReviewCache.LIMIT);
  }

  @Test
  void refusalsPushOutNoGrant() {
    ReviewCache<Boolean> cache = cache(Duration.ofMinutes(5), Duration.ofSeconds(30));
    cache.put(question(0), true);

    for (int i = 1; i <= 3 * ReviewCache.LIMIT; i++) {
      cache.put(question(i), false);
    }

    assertThat(cache.find(question(0))).hasValue(true);
    assertThat(cache.size()).isEqualTo(ReviewCache.LIMIT + 1);
  }
}
