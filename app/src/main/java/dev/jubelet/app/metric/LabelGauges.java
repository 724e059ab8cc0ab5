package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.volume.meter.SelinuxMetric;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what is found out about the SELinux labels of volumes. They only grow, and are gauges all
 * the same, as dashboards know them.
 *
 * <p>Thread: any. Owns: the counts.
 */
final class LabelGauges {
  private static final String MODE = "access_mode";

  private final Map<Found, LongAdder> counts = new ConcurrentHashMap<>();

  private record Found(SelinuxMetric finding, String plugin, String accessMode) {}

  LabelGauges(MetricRegistry registry) {
    for (SelinuxMetric finding : SelinuxMetric.values()) {
      registry.add(
          new Collected(
              "volume_manager_selinux_" + finding.wireName() + "_total",
              Kind.GAUGE,
              "[ALPHA] Number of volumes, since the start, with this about their SELinux labels: "
                  + finding.wireName().replace('_', ' '),
              finding.byPlugin() ? List.of("volume_plugin", MODE) : List.of(MODE),
              sink -> write(finding, sink)));
    }
  }

  private void write(SelinuxMetric finding, Collected.Sink sink) {
    counts.forEach(
        (found, count) -> {
          if (found.finding() == finding && finding.byPlugin()) {
            sink.sample(count.doubleValue(), found.plugin(), found.accessMode());
          } else if (found.finding() == finding) {
            sink.sample(count.doubleValue(), found.accessMode());
          }
        });
  }

  void found(SelinuxMetric finding, String plugin, String accessMode) {
    Found found = new Found(finding, finding.byPlugin() ? plugin : "", accessMode);
    counts.computeIfAbsent(found, key -> new LongAdder()).increment();
  }
}
