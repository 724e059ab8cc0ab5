package dev.jubelet.base.metric;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * How often something was how large, for each combination of labels.
 *
 * <p>Thread: any. Owns: the counts.
 */
public final class Histogram implements Metric {
  private static final double NANOS = 1e9;

  private final String name;
  private final String help;
  private final double[] bounds;
  private final Series<Counts> series;

  /**
   * @param bounds the inclusive upper ends of the buckets, ascending
   */
  public Histogram(String name, String help, List<Double> bounds, String... labels) {
    this.name = name;
    this.help = help;
    this.bounds = bounds.stream().mapToDouble(Double::doubleValue).toArray();
    this.series = new Series<>(List.of(labels), () -> new Counts(this.bounds));
  }

  public void observe(double value, String... values) {
    series.of(List.of(values)).add(value);
  }

  /** Observes seconds. */
  public void observe(Duration took, String... values) {
    observe(took.toNanos() / NANOS, values);
  }

  /** Forgets the series whose label values are like this. */
  public void removeIf(Predicate<List<String>> unwanted) {
    series.removeIf(unwanted);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String help() {
    return help;
  }

  @Override
  public void write(MetricText out) {
    out.family(name, Kind.HISTOGRAM, help);
    series.forEach((labels, counts) -> counts.write(labels, out));
  }

  /** One series. */
  private static final class Counts {
    private final double[] bounds;

    @GuardedBy("this")
    private final long[] counts;

    @GuardedBy("this")
    private double sum;

    Counts(double[] bounds) {
      this.bounds = bounds;
      this.counts = new long[bounds.length + 1];
    }

    synchronized void add(double value) {
      int found = Arrays.binarySearch(bounds, value);
      counts[found < 0 ? -found - 1 : found]++;
      sum += value;
    }

    void write(MetricLabels labels, MetricText out) {
      long[] copy;
      double total;
      synchronized (this) {
        copy = counts.clone();
        total = sum;
      }
      out.histogram(labels, bounds, copy, total);
    }
  }
}
