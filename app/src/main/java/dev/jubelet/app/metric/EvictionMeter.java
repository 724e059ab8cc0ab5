package dev.jubelet.app.metric;

import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.resource.eviction.EvictionSignal;

/** Counts pods that had to go for what they used. Thread: any. */
public final class EvictionMeter {
  private final Tally evictions;

  EvictionMeter(MetricRegistry registry) {
    evictions =
        registry.add(
            Tally.counter(
                "kubelet_evictions",
                "[ALPHA] Cumulative number of pod evictions by eviction signal",
                "eviction_signal"));
  }

  public void evicted(EvictionSignal signal) {
    evictions.increment(signal.wireName());
  }
}
