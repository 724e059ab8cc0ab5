package dev.jubelet.probe.http;

import dev.jubelet.base.Timers;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** Until when something must be done, on the clock that never jumps. */
public final class Deadline {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Timers timers;
  private final long end;

  private Deadline(Timers timers, long end) {
    this.timers = timers;
    this.end = end;
  }

  public static Deadline after(Duration time, Timers timers) {
    return new Deadline(timers, timers.nanoTime() + time.toNanos());
  }

  public boolean isOver() {
    return end - timers.nanoTime() <= 0;
  }

  /** The milliseconds left, at least one; fails when there are none. */
  public int millisLeft() throws SocketTimeoutException {
    long left = end - timers.nanoTime();
    if (left <= 0) {
      throw new SocketTimeoutException("deadline exceeded");
    }
    return Math.clamp((left + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI, 1, Integer.MAX_VALUE);
  }
}
