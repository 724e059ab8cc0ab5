package dev.jubelet.edge.usage;

/** What one cgroup may use at most; {@link #NONE} where there is no limit. */
public record CgroupLimits(
    long cpuShares,
    long cpuQuotaMicros,
    long cpuPeriodMicros,
    long memoryBytes,
    long swapBytes,
    long reservedBytes,
    long threads) {
  public static final long NONE = -1;

  /** The kernel says "none" with a very large number in places. */
  private static final long NEARLY_ALL = 1L << 62;

  public CgroupLimits {
    memoryBytes = bounded(memoryBytes);
    swapBytes = bounded(swapBytes);
    reservedBytes = bounded(reservedBytes);
  }

  private static long bounded(long bytes) {
    return bytes >= NEARLY_ALL ? NONE : bytes;
  }
}
