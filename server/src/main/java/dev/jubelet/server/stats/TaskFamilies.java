package dev.jubelet.server.stats;

import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.MetricLabels;
import dev.jubelet.base.metric.MetricText;
import dev.jubelet.edge.usage.HeldFiles;
import dev.jubelet.server.stats.Measurements.Measured;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is told of tasks with further labels.
 *
 * <p>Thread: one.
 */
final class TaskFamilies {
  private static final MetricLabels OPEN_FILES = MetricLabels.of("ulimit", "max_open_files");
  private static final List<MetricLabels> STATES =
      Stream.of("iowaiting", "running", "sleeping", "stopped", "uninterruptible")
          .map(state -> MetricLabels.of("state", state))
          .toList();

  private final MetricText out;
  private final long millis;

  TaskFamilies(MetricText out, long millis) {
    this.out = out;
    this.millis = millis;
  }

  void write(List<ContainerRow> rows) {
    states(rows);
    limits(rows);
  }

  /** Upstream's reader of the states is off, and its zeros are what dashboards know. */
  private void states(List<ContainerRow> rows) {
    out.family("container_tasks_state", Kind.GAUGE, "Tasks by state; not counted, always 0.");
    for (ContainerRow row : rows) {
      if (row.measured() != null) {
        STATES.forEach(state -> out.sample(row.labels(), state, 0, millis));
      }
    }
  }

  private void limits(List<ContainerRow> rows) {
    out.family(
        "container_ulimits_soft",
        Kind.GAUGE,
        "Soft limit of the container's first process; -1 without limit.");
    for (ContainerRow row : rows) {
      Measured measured = row.measured();
      HeldFiles held = measured == null ? null : measured.held();
      Long limit = held == null ? null : held.openFilesLimit();
      if (limit != null) {
        out.sample(row.labels(), OPEN_FILES, limit, millis);
      }
    }
  }
}
