package dev.jubelet.server.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LogFlusherTest {
  private final ManualTimers timers = new ManualTimers();
  private final Semaphore output = new Semaphore(0);
  private final AtomicInteger flushes = new AtomicInteger();

  private void flush() {
    output.acquireUninterruptibly();
    flushes.incrementAndGet();
  }

  @Test
  void aLogThatIsNotWrittenForTwoMinutesIsUnwell() {
    LogFlusher flusher = new LogFlusher(this::flush, timers);
    HealthCheck check = HealthCheck.log(timers, flusher::lastFlush);
    flusher.start();
    timers.advance(Duration.ofMinutes(2));
    assertThat(check.problem().get()).isEmpty();
    timers.advance(Duration.ofNanos(1));
    assertThat(check.problem().get()).contains("logging blocked");

    output.release();
    while (timers.pending() == 0) {
      Thread.onSpinWait();
    }
    assertThat(check.problem().get()).isEmpty();
    output.release();
    timers.advance(Duration.ofMinutes(1));
    while (flushes.get() < 2 || timers.pending() == 0) {
      Thread.onSpinWait();
    }
    assertThat(flusher.lastFlush()).isEqualTo(timers.now());
    flusher.close();
  }
}
