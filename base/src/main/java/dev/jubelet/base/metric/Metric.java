package dev.jubelet.base.metric;

/** One family of series, written when somebody asks. */
public interface Metric {
  String name();

  /** What it is about, behind how far it can be relied on: {@code [ALPHA] Number of …}. */
  String help();

  /** Writes the family as it stands; called by any thread. */
  void write(MetricText out);
}
