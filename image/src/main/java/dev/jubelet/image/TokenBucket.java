package dev.jubelet.image;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;

/**
 * Lets so many things begin per second, and some more after a quiet time.
 *
 * <p>Thread: any. Owns: the tokens left.
 */
final class TokenBucket {
  private final double perSecond;
  private final double burst;
  private final Timers timers;

  @GuardedBy("this")
  private double tokens;

  @GuardedBy("this")
  private long filledAt;

  TokenBucket(double perSecond, int burst, Timers timers) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.timers = timers;
    this.tokens = burst;
    this.filledAt = timers.nanoTime();
  }

  /** Takes a token if there is one; never waits. */
  synchronized boolean tryTake() {
    if (perSecond == 0) {
      return true;
    }
    long now = timers.nanoTime();
    tokens = Math.min(burst, tokens + perSecond * (now - filledAt) / 1e9);
    filledAt = now;
    if (tokens < 1) {
      return false;
    }
    tokens--;
    return true;
  }
}
