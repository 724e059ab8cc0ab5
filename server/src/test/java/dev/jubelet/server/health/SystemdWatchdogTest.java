package dev.jubelet.server.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class SystemdWatchdogTest {
  private final ManualTimers timers = new ManualTimers();
  private final AtomicInteger turns = new AtomicInteger();
  private final AtomicInteger words = new AtomicInteger();
  private volatile Optional<String> problem = Optional.empty();
  private volatile Optional<String> failure = Optional.empty();

  private final HealthCheck check =
      new HealthCheck(
          "loop",
          () -> {
            turns.incrementAndGet();
            return problem;
          });
  private final SystemdWatchdog watchdog =
      new SystemdWatchdog(List.of(check), this::say, Duration.ofSeconds(20), timers);

  private Optional<String> say() {
    words.incrementAndGet();
    return failure;
  }

  @AfterEach
  void stop() {
    watchdog.close();
  }

  /** Waits until the step is over: then the next is in the timers. */
  private void awaitTurns(int count) {
    while (turns.get() < count || timers.pending() == 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void speaksTwiceInItsInterval() {
    watchdog.start();
    awaitTurns(1);
    timers.advance(Duration.ofSeconds(10).minusNanos(1));
    assertThat(words).hasValue(1);
    timers.advance(Duration.ofNanos(1));
    awaitTurns(2);
    assertThat(words).hasValue(2);
  }

  @Test
  void isSilentWhileACheckFailsAndSpeaksAgainAfterwards() {
    problem = Optional.of("stuck");
    watchdog.start();
    awaitTurns(1);
    timers.advance(Duration.ofSeconds(10));
    awaitTurns(2);
    assertThat(words).hasValue(0);

    problem = Optional.empty();
    timers.advance(Duration.ofSeconds(10));
    awaitTurns(3);
    assertThat(words).hasValue(1);
  }

  @Test
  void triesOnceMoreSoonWhenTheWordDidNotArrive() {
    failure = Optional.of("queue full");
    watchdog.start();
    awaitTurns(1);
    timers.advance(Duration.ofSeconds(1));
    awaitTurns(2);
    timers.advance(Duration.ofSeconds(1));
    assertThat(words).hasValue(2);
    timers.advance(Duration.ofSeconds(9));
    awaitTurns(3);
    assertThat(words).hasValue(3);
  }
}
