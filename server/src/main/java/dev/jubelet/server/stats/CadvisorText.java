package dev.jubelet.server.stats;

import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.MetricLabels;
import dev.jubelet.base.metric.MetricText;
import dev.jubelet.edge.usage.CgroupUsage;
import dev.jubelet.server.stats.Measurements.Measured;
import dev.jubelet.server.stats.Subjects.Machine;
import java.nio.file.Path;
import java.util.List;

/**
 * The page that dashboards read: machine and containers by the names that cAdvisor gave them.
 *
 * <p>Thread: any.
 */
final class CadvisorText {
  private static final double NANOS = 1e9;
  private static final MetricLabels TOTAL = MetricLabels.of("cpu", "total");
  private static final List<String> FAULT_LABELS = List.of("failure_type", "scope");
  private static final MetricLabels FAULTS =
      MetricLabels.of(FAULT_LABELS, List.of("pgfault", "hierarchy"));
  private static final MetricLabels OWN_FAULTS =
      MetricLabels.of(FAULT_LABELS, List.of("pgfault", "container"));
  private static final MetricLabels MAJOR =
      MetricLabels.of(FAULT_LABELS, List.of("pgmajfault", "hierarchy"));
  private static final MetricLabels OWN_MAJOR =
      MetricLabels.of(FAULT_LABELS, List.of("pgmajfault", "container"));

  private final MachineDescription facts;
  private final MachineFamilies machineFamilies;
  private final BlockDevices devices = new BlockDevices(Path.of("/proc"), Path.of("/sys"));

  CadvisorText(MachineDescription facts) {
    this.facts = facts;
    this.machineFamilies = new MachineFamilies(facts);
  }

  void write(Measurements all, Machine machine, MetricText out) {
    long millis = all.at().toEpochMilli();
    List<ContainerRow> rows = ContainerRow.of(all, facts.bootedAt());
    version(out);
    containers(out, rows, millis);
    faults(out, rows, millis);
    new TaskFamilies(out, millis).write(rows);
    new LinkFamilies(out, millis).write(rows);
    new DiskFamilies(out, all.at(), rows, devices).write();
    out.family("container_scrape_error", Kind.GAUGE, "1 if containers could not be read.");
    out.sample(MetricLabels.NONE, all.root() == null ? 1 : 0);
    machineFamilies.write(out, machine);
    out.end();
  }

  private void version(MetricText out) {
    out.family("cadvisor_version_info", Kind.GAUGE, "The kernel and the system; always 1.");
    out.sample(
        MetricLabels.of(
            List.of(
                "cadvisorRevision",
                "cadvisorVersion",
                "dockerVersion",
                "kernelVersion",
                "osVersion"),
            List.of("", "", "", facts.kernelVersion(), facts.osVersion())),
        1);
  }

  private static void containers(MetricText out, List<ContainerRow> rows, long millis) {
    for (ContainerFamilies.Family family : ContainerFamilies.ALL) {
      out.family(family.name(), family.kind(), family.help());
      for (ContainerRow row : rows) {
        Measured measured = row.measured();
        double value = measured == null ? Double.NaN : family.value().applyAsDouble(measured);
        if (Double.isNaN(value)) {
          continue;
        }
        if (family.timed()) {
          out.sample(row.labels(), value, millis);
        } else {
          out.sample(row.labels(), value);
        }
      }
    }
    out.family("container_cpu_usage_seconds_total", Kind.COUNTER, "Cpu time used.");
    for (ContainerRow row : rows) {
      Measured measured = row.measured();
      CgroupUsage.Cpu cpu = measured == null ? null : measured.usage().cpu();
      if (cpu != null) {
        out.sample(row.labels(), TOTAL, cpu.usageNanos() / NANOS, millis);
      }
    }
    out.family("container_last_seen", Kind.GAUGE, "When the container was last seen.");
    for (ContainerRow row : rows) {
      out.sample(row.labels(), Math.floorDiv(millis, 1000L), millis);
    }
    out.family("container_start_time_seconds", Kind.GAUGE, "When the container was started.");
    for (ContainerRow row : rows) {
      out.sample(row.labels(), row.startedAt().getEpochSecond());
    }
  }

  private static void faults(MetricText out, List<ContainerRow> rows, long millis) {
    out.family("container_memory_failures_total", Kind.COUNTER, "Page faults.");
    for (ContainerRow row : rows) {
      Measured measured = row.measured();
      CgroupUsage.Memory memory = measured == null ? null : measured.usage().memory();
      if (memory != null) {
        out.sample(row.labels(), OWN_FAULTS, memory.stat().ownFaults(), millis);
        out.sample(row.labels(), FAULTS, memory.stat().faults(), millis);
        out.sample(row.labels(), OWN_MAJOR, memory.stat().ownMajorFaults(), millis);
        out.sample(row.labels(), MAJOR, memory.stat().majorFaults(), millis);
      }
    }
  }
}
