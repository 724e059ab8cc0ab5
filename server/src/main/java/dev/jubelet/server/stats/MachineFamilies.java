package dev.jubelet.server.stats;

import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.MetricLabels;
import dev.jubelet.base.metric.MetricText;
import dev.jubelet.server.stats.MachineDescription.Processors;
import dev.jubelet.server.stats.Subjects.Machine;
import java.util.List;

/**
 * What the machine consists of.
 *
 * <p>Thread: any; immutable.
 */
final class MachineFamilies {
  private final Processors processors;
  private final List<MemoryModules> modules;
  private final MetricLabels labels;

  MachineFamilies(MachineDescription facts) {
    this.processors = facts.processors();
    this.modules = facts.memory();
    this.labels =
        MetricLabels.of(
            List.of("boot_id", "machine_id", "system_uuid"),
            List.of(facts.bootId(), facts.machineId(), facts.systemUuid()));
  }

  void write(MetricText out, Machine machine) {
    number(out, "cpu_books", "Books of processors, which mainframes have.", processors.books());
    number(out, "cpu_cores", "Logical processors.", processors.cpus());
    number(
        out, "cpu_drawers", "Drawers of processors, which mainframes have.", processors.drawers());
    number(out, "cpu_physical_cores", "Physical cores.", processors.cores());
    number(out, "cpu_sockets", "Sockets with a processor.", processors.sockets());
    modules(out);
    number(out, "memory_bytes", "Memory of the machine.", machine.memoryBytes());
    persistentMemory(out);
    number(out, "swap_bytes", "Swap space of the machine.", machine.swapBytes());
    out.family("machine_scrape_error", Kind.GAUGE, "1 if the machine could not be read.");
    out.sample(MetricLabels.NONE, 0);
  }

  private void number(MetricText out, String name, String help, long number) {
    out.family("machine_" + name, Kind.GAUGE, help);
    out.sample(labels, number);
  }

  private void modules(MetricText out) {
    out.family("machine_dimm_capacity_bytes", Kind.GAUGE, "Memory in modules, by their type.");
    for (MemoryModules some : modules) {
      out.sample(labels, MetricLabels.of("type", some.type()), some.bytes());
    }
    out.family("machine_dimm_count", Kind.GAUGE, "Memory modules, by their type.");
    for (MemoryModules some : modules) {
      out.sample(labels, MetricLabels.of("type", some.type()), some.count());
    }
  }

  /** Only a library of its maker can tell it, which upstream is not built with either. */
  private void persistentMemory(MetricText out) {
    number(out, "nvm_avg_power_budget_watts", "Power of persistent memory; not read, always 0.", 0);
    out.family(
        "machine_nvm_capacity", Kind.GAUGE, "Persistent memory by its mode; not read, always 0.");
    for (String mode : List.of("app_direct_mode", "memory_mode")) {
      out.sample(labels, MetricLabels.of("mode", mode), 0);
    }
  }
}
