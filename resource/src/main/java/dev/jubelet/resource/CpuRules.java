package dev.jubelet.resource;

import java.time.Duration;

/** CPU in the kernel's terms: shares weigh containers against one another, the quota caps one. */
public final class CpuRules {
  /** The least that the kernel knows. */
  public static final long MIN_SHARES = 2;

  private static final long MAX_SHARES = 262_144;
  private static final long SHARES_PER_CPU = 1024;
  private static final long MIN_QUOTA_MICROS = 1000;

  private static final long MAX_WEIGHT = 10_000;

  private CpuRules() {}

  /** Shares as the weight of cgroup version 2, by the line that both ranges begin and end on. */
  public static long weight(long shares) {
    if (shares >= MAX_SHARES) {
      return MAX_WEIGHT;
    }
    return 1
        + (Math.max(shares, MIN_SHARES) - MIN_SHARES)
            * (MAX_WEIGHT - 1)
            / (MAX_SHARES - MIN_SHARES);
  }

  public static long shares(long milliCpu) {
    long most = MAX_SHARES * 1000 / SHARES_PER_CPU;
    return Math.clamp(Math.min(milliCpu, most) * SHARES_PER_CPU / 1000, MIN_SHARES, MAX_SHARES);
  }

  /** Microseconds of CPU time per period; 0 means no cap. */
  public static long quotaMicros(long milliCpu, Duration period) {
    if (milliCpu == 0) {
      return 0;
    }
    return Math.max(MIN_QUOTA_MICROS, micros(period) * milliCpu / 1000);
  }

  public static long micros(Duration period) {
    return period.toNanos() / 1000;
  }
}
