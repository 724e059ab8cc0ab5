package dev.jubelet.server.stats;

import dev.jubelet.base.metric.Format;
import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.MetricLabels;
import dev.jubelet.base.metric.MetricText;
import dev.jubelet.edge.usage.CgroupLimits;
import dev.jubelet.edge.usage.CgroupUsage;
import dev.jubelet.server.stats.Measurements.Measured;
import dev.jubelet.server.stats.Measurements.MeasuredContainer;
import dev.jubelet.server.stats.Measurements.MeasuredPod;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The few metrics that the cluster's own scaling needs: processor and memory, each with its time.
 */
final class ResourceText {
  private static final double NANOS = 1e9;
  private static final double ABSENT = Double.NaN;

  private record Row(MetricLabels labels, Measured measured) {}

  private final MetricText out;
  private final long millis;

  private ResourceText(MetricText out, long millis) {
    this.out = out;
    this.millis = millis;
  }

  static List<byte[]> write(Measurements all, Format format) {
    MetricText out = new MetricText(format);
    ResourceText page = new ResourceText(out, all.at().toEpochMilli());
    page.containers(all.pods());
    page.node(all.root() == null ? List.of() : List.of(new Row(MetricLabels.NONE, all.root())));
    page.pods(all.pods());
    out.family(
        "resource_scrape_error",
        Kind.GAUGE,
        "[STABLE] 1 if there was an error while getting container metrics, 0 otherwise");
    out.sample(MetricLabels.NONE, all.root() == null ? 1 : 0);
    return out.pieces();
  }

  private void containers(List<MeasuredPod> pods) {
    List<Row> rows = new ArrayList<>();
    List<MetricLabels> started = new ArrayList<>();
    List<Double> startTimes = new ArrayList<>();
    for (MeasuredPod pod : pods) {
      for (MeasuredContainer container : pod.containers()) {
        MetricLabels labels =
            MetricLabels.of(
                List.of("container", "pod", "namespace"),
                List.of(
                    container.subject().name(), pod.subject().name(), pod.subject().namespace()));
        started.add(labels);
        startTimes.add(container.subject().startedAt().toEpochMilli() / 1000.0);
        if (container.measured() != null) {
          rows.add(new Row(labels, container.measured()));
        }
      }
    }
    family(
        "container_cpu_usage_seconds_total",
        Kind.COUNTER,
        "[STABLE] Cumulative cpu time consumed by the container in core-seconds",
        rows,
        ResourceText::cpuSeconds);
    family(
        "container_memory_working_set_bytes",
        Kind.GAUGE,
        "[STABLE] Current working set of the container in bytes",
        rows,
        ResourceText::workingSet);
    out.family(
        "container_start_time_seconds",
        Kind.GAUGE,
        "[STABLE] Start time of the container since unix epoch in seconds");
    for (int i = 0; i < started.size(); i++) {
      out.sample(started.get(i), startTimes.get(i));
    }
    family(
        "container_swap_limit_bytes",
        Kind.GAUGE,
        "[ALPHA] Current amount of the container swap limit in bytes. Reported only where there is"
            + " one",
        rows,
        ResourceText::swapLimit);
    family(
        "container_swap_usage_bytes",
        Kind.GAUGE,
        "[ALPHA] Current amount of the container swap usage in bytes",
        rows,
        ResourceText::swap);
  }

  private void node(List<Row> rows) {
    family(
        "node_cpu_usage_seconds_total",
        Kind.COUNTER,
        "[STABLE] Cumulative cpu time consumed by the node in core-seconds",
        rows,
        ResourceText::cpuSeconds);
    family(
        "node_memory_working_set_bytes",
        Kind.GAUGE,
        "[STABLE] Current working set of the node in bytes",
        rows,
        ResourceText::workingSet);
    family(
        "node_swap_usage_bytes",
        Kind.GAUGE,
        "[ALPHA] Current swap usage of the node in bytes",
        rows,
        ResourceText::swap);
  }

  private void pods(List<MeasuredPod> pods) {
    List<Row> rows = new ArrayList<>();
    for (MeasuredPod pod : pods) {
      if (pod.pod() != null) {
        MetricLabels labels =
            MetricLabels.of(
                List.of("pod", "namespace"),
                List.of(pod.subject().name(), pod.subject().namespace()));
        rows.add(new Row(labels, pod.pod()));
      }
    }
    family(
        "pod_cpu_usage_seconds_total",
        Kind.COUNTER,
        "[STABLE] Cumulative cpu time consumed by the pod in core-seconds",
        rows,
        ResourceText::cpuSeconds);
    family(
        "pod_memory_working_set_bytes",
        Kind.GAUGE,
        "[STABLE] Current working set of the pod in bytes",
        rows,
        ResourceText::workingSet);
    family(
        "pod_swap_usage_bytes",
        Kind.GAUGE,
        "[ALPHA] Current amount of the pod swap usage in bytes",
        rows,
        ResourceText::swap);
  }

  private void family(
      String name, Kind kind, String help, List<Row> rows, ToDoubleFunction<Measured> value) {
    out.family(name, kind, help);
    for (Row row : rows) {
      double found = value.applyAsDouble(row.measured());
      if (!Double.isNaN(found)) {
        out.sample(row.labels(), found, millis);
      }
    }
  }

  private static double cpuSeconds(Measured measured) {
    CgroupUsage.Cpu cpu = measured.usage().cpu();
    return cpu == null ? ABSENT : cpu.usageNanos() / NANOS;
  }

  private static double workingSet(Measured measured) {
    CgroupUsage.Memory memory = measured.usage().memory();
    return memory == null ? ABSENT : memory.workingSet();
  }

  private static double swap(Measured measured) {
    CgroupUsage.Memory memory = measured.usage().memory();
    return memory == null ? ABSENT : memory.swap();
  }

  private static double swapLimit(Measured measured) {
    long limit = measured.limits().swapBytes();
    return limit == CgroupLimits.NONE ? ABSENT : limit;
  }
}
