package dev.jubelet.base.metric;

/** One family of series, written when somebody asks. */
public interface Metric {
  String name();

  /** Writes the family as it stands; called by any thread. */
  void write(MetricText out);
}
