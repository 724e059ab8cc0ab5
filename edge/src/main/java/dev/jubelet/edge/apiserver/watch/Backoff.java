package dev.jubelet.edge.apiserver.watch;

import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait after a failure: 0.8 s at first, twice that each time up to 30 s, and a random
 * part of up to the same again, so that a thousand nodes do not come back in step. After two
 * minutes without a failure it begins anew.
 *
 * <p>Thread: one. Owns: the next delay.
 */
final class Backoff {
  static final Duration FIRST = Duration.ofMillis(800);
  static final Duration LONGEST = Duration.ofSeconds(30);
  static final Duration FORGET = Duration.ofMinutes(2);

  private final Timers timers;
  private final RandomGenerator random;
  private Duration next = FIRST;
  private long failedAt;

  Backoff(Timers timers, RandomGenerator random) {
    this.timers = timers;
    this.random = random;
    this.failedAt = timers.nanoTime();
  }

  Duration next() {
    long now = timers.nanoTime();
    if (now - failedAt >= FORGET.toNanos()) {
      next = FIRST;
    }
    failedAt = now;
    Duration delay = next;
    next = delay.multipliedBy(2).compareTo(LONGEST) > 0 ? LONGEST : delay.multipliedBy(2);
    return delay.plusNanos((long) (random.nextDouble() * delay.toNanos()));
  }
}
