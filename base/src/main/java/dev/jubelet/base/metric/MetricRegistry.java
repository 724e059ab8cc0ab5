package dev.jubelet.base.metric;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The families of one page, shown by name.
 *
 * <p>Thread: any. Owns: the list of families.
 */
public final class MetricRegistry {
  private final Map<String, Metric> metrics = new ConcurrentSkipListMap<>();

  /** Adds a family and returns it; two of one name are a mistake. */
  public <M extends Metric> M add(M metric) {
    if (metrics.putIfAbsent(metric.name(), metric) != null) {
      throw new IllegalArgumentException("there is a metric " + metric.name() + " already");
    }
    return metric;
  }

  /** All families there are now, by name. */
  public List<Metric> all() {
    return List.copyOf(metrics.values());
  }

  /** The page, in pieces. */
  public List<byte[]> text(Format format) {
    MetricText text = new MetricText(format);
    metrics.values().forEach(metric -> metric.write(text));
    return text.pieces();
  }
}
