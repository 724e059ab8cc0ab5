package dev.jubelet.edge.apiserver;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import java.time.Duration;

/**
 * A bucket of permissions that fills at a steady rate: many requests may go at once, but not for
 * long. Who finds it empty reserves the next permission and waits for it.
 *
 * <p>Thread: any. Owns: the level of the bucket, which is negative while somebody waits.
 */
public final class RateLimit {
  private static final int DEFAULT_QPS = 5;
  private static final int DEFAULT_BURST = 10;

  private final double perNano;
  private final int burst;
  private final Timers timers;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private double level;

  @GuardedBy("lock")
  private long filledAt;

  private RateLimit(double perNano, int burst, Timers timers) {
    this.perNano = perNano;
    this.burst = burst;
    this.timers = timers;
    synchronized (lock) {
      level = burst;
      filledAt = timers.nanoTime();
    }
  }

  /** As kubeAPIQPS and kubeAPIBurst mean it: 0 is the client's default, below is no limit. */
  public static RateLimit of(int qps, int burst, Timers timers) {
    if (qps < 0) {
      return none(timers);
    }
    double perSecond = qps == 0 ? DEFAULT_QPS : qps;
    return new RateLimit(perSecond / 1e9, burst == 0 ? DEFAULT_BURST : burst, timers);
  }

  public static RateLimit none(Timers timers) {
    return new RateLimit(Double.POSITIVE_INFINITY, 1, timers);
  }

  boolean isNone() {
    return Double.isInfinite(perNano);
  }

  /** How long the caller must wait before it goes on. */
  public Duration reserve() {
    if (isNone()) {
      return Duration.ZERO;
    }
    synchronized (lock) {
      long now = timers.nanoTime();
      level = Math.min(burst, level + (now - filledAt) * perNano) - 1;
      filledAt = now;
      return level >= 0 ? Duration.ZERO : Duration.ofNanos((long) Math.ceil(-level / perNano));
    }
  }
}
