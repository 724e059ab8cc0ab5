package dev.jubelet.edge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RateLimitTest {
  private final StillClock clock = new StillClock();

  @Test
  void letsABurstPassAndThenSpreads() {
    RateLimit limit = RateLimit.of(50, 3, clock);

    assertThat(limit.reserve()).isZero();
    assertThat(limit.reserve()).isZero();
    assertThat(limit.reserve()).isZero();
    assertThat(limit.reserve()).isEqualTo(Duration.ofMillis(20));
    assertThat(limit.reserve()).isEqualTo(Duration.ofMillis(40));
  }

  @Test
  void fillsUpAgainButNotBeyondTheBurst() {
    RateLimit limit = RateLimit.of(10, 2, clock);
    limit.reserve();
    limit.reserve();
    clock.advance(Duration.ofMinutes(1));

    assertThat(limit.reserve()).isZero();
    assertThat(limit.reserve()).isZero();
    assertThat(limit.reserve()).isPositive();
  }

  @Test
  void zeroMeansTheDefaultAndLessMeansNoLimit() {
    RateLimit standard = RateLimit.of(0, 0, clock);
    RateLimit none = RateLimit.of(-1, 0, clock);
    for (int i = 0; i < 10; i++) {
      assertThat(standard.reserve()).isZero();
      assertThat(none.reserve()).isZero();
    }
    assertThat(standard.reserve()).isEqualTo(Duration.ofMillis(200));
    assertThat(none.reserve()).isZero();
  }
}
