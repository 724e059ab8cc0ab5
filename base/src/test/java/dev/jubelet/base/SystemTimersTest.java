package dev.jubelet.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class SystemTimersTest {
  @Test
  void aTaskThatThrowsDoesNotStopTheClock() throws Exception {
    try (SystemTimers timers = new SystemTimers()) {
      CountDownLatch second = new CountDownLatch(1);
      timers.after(
          Duration.ZERO,
          () -> {
            throw new IllegalStateException("planted");
          });
      timers.after(Duration.ofMillis(1), second::countDown);
      assertThat(second.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aCancelledTimerDoesNotFire() throws Exception {
    try (SystemTimers timers = new SystemTimers()) {
      AtomicBoolean fired = new AtomicBoolean();
      CountDownLatch cancelled = new CountDownLatch(1);
      CountDownLatch later = new CountDownLatch(1);
      timers.after(Duration.ZERO, () -> await(cancelled));
      timers.after(Duration.ZERO, () -> fired.set(true)).cancel();
      timers.after(Duration.ofMillis(1), later::countDown);
      cancelled.countDown();
      assertThat(later.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(fired).isFalse();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aClosedClockTakesTimersAndFiresNone() {
    SystemTimers timers = new SystemTimers();
    timers.close();
    timers.after(Duration.ZERO, () -> {}).cancel();
  }
}
