package dev.jubelet.benchmark.report;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;

/** Times of the same thing, measured several times. Percentiles are by nearest rank. */
public final class Samples {
  private final long[] sorted;

  private Samples(long[] sorted) {
    this.sorted = sorted;
  }

  public static Samples of(Collection<Duration> times) {
    if (times.isEmpty()) {
      throw new IllegalArgumentException("statistics need at least one sample");
    }
    long[] nanos = times.stream().mapToLong(Duration::toNanos).toArray();
    Arrays.sort(nanos);
    return new Samples(nanos);
  }

  public int count() {
    return sorted.length;
  }

  /** The smallest sample that is at least as large as this share (1 to 100) of all samples. */
  public Duration percentile(int percent) {
    if (percent < 1 || percent > 100) {
      throw new IllegalArgumentException("a percentile is from 1 to 100, not " + percent);
    }
    int rank = Math.ceilDiv(percent * sorted.length, 100);
    return Duration.ofNanos(sorted[rank - 1]);
  }

  public Duration median() {
    return percentile(50);
  }

  public Duration shortest() {
    return Duration.ofNanos(sorted[0]);
  }

  public Duration longest() {
    return percentile(100);
  }
}
