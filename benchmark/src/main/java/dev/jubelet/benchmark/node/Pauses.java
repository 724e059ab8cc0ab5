package dev.jubelet.benchmark.node;

import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waiting, which is most of what a benchmark does.
 *
 * <p>Thread: any; the caller's waits.
 */
public final class Pauses {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Timers timers;

  public Pauses(Timers timers) {
    this.timers = timers;
  }

  public void pause(Duration time) {
    until(timers.nanoTime() + time.toNanos());
  }

  /** Until this moment of the monotonic clock; at once when it has passed. */
  public void until(long nanoTime) {
    for (long left = nanoTime - timers.nanoTime(); left > 0; left = nanoTime - timers.nanoTime()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new BenchException("interrupted");
      }
      LockSupport.parkNanos(left);
    }
  }

  /** Looks again and again with such pauses; returns the moment at which it was seen. */
  public long await(String what, Duration pause, BooleanSupplier condition) {
    long deadline = timers.nanoTime() + PATIENCE.toNanos();
    while (true) {
      boolean holds = condition.getAsBoolean();
      long now = timers.nanoTime();
      if (holds) {
        return now;
      }
      if (now > deadline) {
        throw new BenchException("never happened: " + what);
      }
      pause(pause);
    }
  }
}
