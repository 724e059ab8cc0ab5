package dev.jubelet.server.metric;

import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.Metric;
import dev.jubelet.base.metric.MetricRegistry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How many families there are, by how far they can be relied on. None is ever disabled or hidden.
 *
 * <p>Thread: any; counts when somebody asks.
 */
public final class RegisteredMetrics {
  private final MetricRegistry registry;

  private RegisteredMetrics(MetricRegistry registry) {
    this.registry = registry;
  }

  /** Adds the counts of this registry to itself. */
  public static void addTo(MetricRegistry registry) {
    RegisteredMetrics metrics = new RegisteredMetrics(registry);
    registry.add(
        new Collected(
            "registered_metrics_total",
            Kind.COUNTER,
            "[BETA] The count of registered metrics broken by stability level and deprecation"
                + " version.",
            List.of("deprecated_version", "stability_level"),
            metrics::count));
    registry.add(
        Collected.counter(
            "disabled_metrics_total", "[BETA] The count of disabled metrics.", () -> 0));
    registry.add(
        Collected.counter("hidden_metrics_total", "[BETA] The count of hidden metrics.", () -> 0));
  }

  private void count(Collected.Sink sink) {
    Map<String, Long> counts =
        registry.all().stream()
            .map(RegisteredMetrics::stability)
            .filter(level -> !level.isEmpty())
            .collect(Collectors.groupingBy(level -> level, TreeMap::new, Collectors.counting()));
    counts.forEach((level, count) -> sink.sample(count.doubleValue(), "", level));
  }

  /** As the help says; empty for what other programs have in the same words. */
  private static String stability(Metric metric) {
    String help = metric.help();
    int end = help.indexOf(']');
    return help.startsWith("[") && end > 0 ? help.substring(1, end) : "";
  }
}
