package dev.jubelet.app.metric;

import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.pod.collect.CollectionListener;

/** Counts what container garbage collection removes. Thread: any. */
public final class CollectionMeter implements CollectionListener {
  private final Tally removals;

  CollectionMeter(MetricRegistry registry) {
    removals =
        registry.add(
            Tally.counter(
                "jubelet_container_gc_removals_total",
                "What container garbage collection removed, and why.",
                "what",
                "reason"));
  }

  @Override
  public void removed(String what, String reason) {
    removals.increment(what, reason);
  }
}
