package dev.jubelet.server.metric;

import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.server.health.HealthCheck;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers how health checks went, for objectives about them.
 *
 * <p>Thread: any. Owns: the newest result of each check.
 */
public final class HealthSlis {
  private static final String TYPE = "healthz";

  private final Map<String, Boolean> newest = new ConcurrentHashMap<>();
  private final Tally results =
      Tally.counter(
          "kubernetes_healthchecks_total",
          "[STABLE] This metric records the results of all healthcheck.",
          "name",
          "type",
          "status");

  public HealthSlis(MetricRegistry registry) {
    registry.add(results);
    registry.add(
        new Collected(
            "kubernetes_healthcheck",
            Kind.GAUGE,
            "[STABLE] This metric records the result of a single healthcheck.",
            List.of("name", "type"),
            sink -> newest.forEach((name, well) -> sink.sample(well ? 1 : 0, name, TYPE))));
  }

  /** The check, with its results remembered. */
  public HealthCheck observed(HealthCheck check) {
    return new HealthCheck(
        check.name(),
        () -> {
          Optional<String> problem = check.problem().get();
          newest.put(check.name(), problem.isEmpty());
          results.increment(check.name(), TYPE, problem.isEmpty() ? "success" : "error");
          return problem;
        });
  }

  void reset() {
    newest.clear();
    results.removeIf(values -> true);
  }
}
