package dev.jubelet.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RefusalLogTest {
  private final ManualTimers timers = new ManualTimers();
  private final RefusalLog refusals = new RefusalLog(timers);

  @Test
  void oneLinePerAddressAndMinuteWithTheNumberOfThoseInBetween() {
    assertThat(refusals.next("10.0.0.1")).isZero();
    assertThat(refusals.next("10.0.0.1")).isNegative();
    assertThat(refusals.next("10.0.0.1")).isNegative();
    timers.advance(RefusalLog.PERIOD);

    assertThat(refusals.next("10.0.0.1")).isEqualTo(2);
    assertThat(refusals.next("10.0.0.1")).isNegative();
  }

  @Test
  void anotherAddressIsLoggedAtOnce() {
    refusals.next("10.0.0.1");

    assertThat(refusals.next("10.0.0.2")).isZero();
  }

  @Test
  void manyAddressesShareOneLine() {
    for (int i = 0; i < RefusalLog.MOST_ADDRESSES; i++) {
      assertThat(refusals.next("10.0.1." + i)).isZero();
    }

    assertThat(refusals.next("10.0.2.1")).isZero();
    assertThat(refusals.next("10.0.2.2")).isNegative();
    timers.advance(RefusalLog.PERIOD.plus(Duration.ofSeconds(1)));
    assertThat(refusals.next("10.0.2.2")).isZero();
  }
}
