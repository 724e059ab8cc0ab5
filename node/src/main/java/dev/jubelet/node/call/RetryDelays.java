package dev.jubelet.node.call;

import java.time.Duration;

/** How long to wait after failures in a row: 100 ms, doubling, never more than 7 s. Pure. */
public final class RetryDelays {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(7);
  private static final int MOST_DOUBLINGS = 7;

  private RetryDelays() {}

  /** {@code failures} is at least 1. */
  public static Duration after(int failures) {
    Duration delay = FIRST.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
    return delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
  }
}
