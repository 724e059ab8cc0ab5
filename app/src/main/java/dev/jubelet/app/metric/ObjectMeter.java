package dev.jubelet.app.metric;

import dev.jubelet.base.ByteBudget;
import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.MetricRegistry;

/** How much of the memory for config maps and secrets is in use. Thread: any. */
public final class ObjectMeter {
  private ObjectMeter() {}

  public static void addTo(MetricRegistry registry, ByteBudget budget) {
    registry.add(
        Collected.gauge(
            "jubelet_object_bytes",
            "Config maps and secrets of the API server that are kept in memory.",
            budget::used));
    registry.add(
        Collected.gauge(
            "jubelet_object_budget_bytes",
            "Most that config maps and secrets may take in memory; more are refused to their pods.",
            budget::limit));
  }
}
