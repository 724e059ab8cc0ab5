package dev.jubelet.base;

import java.time.Duration;
import java.time.Instant;

/**
 * Times that never jump: wall time once, at the start, and from there by the monotonic clock. A
 * clock set back by an hour must not silence probes or hold back restarts for that hour.
 *
 * <p>Thread: any.
 */
public final class SteadyClock {
  private final Timers timers;
  private final Instant start;
  private final long startNanos;

  public SteadyClock(Timers timers) {
    this.timers = timers;
    this.start = timers.now();
    this.startNanos = timers.nanoTime();
  }

  public Instant now() {
    return start.plusNanos(timers.nanoTime() - startNanos);
  }

  /** What a recent wall time is on this clock; never later than now. */
  public Instant of(Instant wall) {
    Duration ago = Duration.between(wall, timers.now());
    return now().minus(ago.isNegative() ? Duration.ZERO : ago);
  }
}
