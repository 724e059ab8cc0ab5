package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Buckets;
import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import java.time.Duration;

/** Counts pods that had to go for what they used. Thread: any. */
public final class EvictionMeter {
  private final Tally evictions;
  private final Histogram statsAge;

  EvictionMeter(MetricRegistry registry) {
    evictions =
        registry.add(
            Tally.counter(
                "kubelet_evictions",
                "[ALPHA] Cumulative number of pod evictions by eviction signal",
                "eviction_signal"));
    statsAge =
        registry.add(
            new Histogram(
                "kubelet_eviction_stats_age_seconds",
                "[ALPHA] Time between when stats are collected, and when pod is evicted based on"
                    + " those stats by eviction signal",
                Buckets.DEFAULT,
                "eviction_signal"));
  }

  /** {@code signal} by its wire name. */
  public void evicted(String signal) {
    evictions.increment(signal);
  }

  /** Victims were chosen by figures that are so old. */
  public void chosenBy(String signal, Duration age) {
    statsAge.observe(age, signal);
  }
}
