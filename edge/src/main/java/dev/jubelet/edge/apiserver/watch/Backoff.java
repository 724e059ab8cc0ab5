package dev.jubelet.edge.apiserver.watch;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait after a failure: 0.8 s at first, twice that each time up to 30 s, and a random
 * part of up to the same again, so that a thousand nodes do not come back in step. Once things have
 * settled it begins anew.
 *
 * <p>Thread: one. Owns: the next delay.
 */
final class Backoff {
  static final Duration FIRST = Duration.ofMillis(800);
  static final Duration LONGEST = Duration.ofSeconds(30);

  private final RandomGenerator random;
  private Duration next = FIRST;

  Backoff(RandomGenerator random) {
    this.random = random;
  }

  /** What failed has worked since. */
  void settled() {
    next = FIRST;
  }

  Duration next() {
    Duration delay = next;
    next = delay.multipliedBy(2).compareTo(LONGEST) > 0 ? LONGEST : delay.multipliedBy(2);
    return delay.plusNanos((long) (random.nextDouble() * delay.toNanos()));
  }
}
