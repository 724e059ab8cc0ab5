package dev.jubelet.server.podresources;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;

/**
 * A bucket of permissions that fills at a steady rate. Who finds it empty goes away.
 *
 * <p>Thread: any. Owns: the level of the bucket.
 */
final class CallLimit {
  private final double perNano;
  private final int burst;
  private final Timers timers;

  @GuardedBy("this")
  private double level;

  @GuardedBy("this")
  private long filledAt;

  CallLimit(int perSecond, int burst, Timers timers) {
    this.perNano = perSecond / 1e9;
    this.burst = burst;
    this.timers = timers;
    this.level = burst;
    this.filledAt = timers.nanoTime();
  }

  synchronized boolean admits() {
    long now = timers.nanoTime();
    level = Math.min(burst, level + (now - filledAt) * perNano);
    filledAt = now;
    if (level < 1) {
      return false;
    }
    level--;
    return true;
  }
}
