package dev.jubelet.resource.cgroup;

import dev.jubelet.edge.systemd.UnitProperty;
import dev.jubelet.resource.CgroupVersion;
import dev.jubelet.resource.CpuRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Values of a cgroup as properties of its slice, so that systemd does not put others back. Pure.
 */
final class SliceProperties {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long QUOTA_STEP_MICROS = 10_000;

  /** What systemd knows of the files of version 2. */
  private static final Map<String, String> UNIFIED =
      Map.of(
          "memory.min", "MemoryMin",
          "memory.low", "MemoryLow",
          "memory.high", "MemoryHigh",
          "memory.swap.max", "MemorySwapMax");

  private SliceProperties() {}

  /** What a new slice is beside its values. */
  static List<UnitProperty> ofNew(String unit, String parent, CgroupVersion version) {
    return List.of(
        new UnitProperty.Text("Description", "libcontainer container " + unit),
        new UnitProperty.Names("Wants", List.of(parent)),
        new UnitProperty.Flag("MemoryAccounting", true),
        new UnitProperty.Flag("CPUAccounting", true),
        new UnitProperty.Flag(
            version == CgroupVersion.V2 ? "IOAccounting" : "BlockIOAccounting", true),
        new UnitProperty.Flag("TasksAccounting", true),
        new UnitProperty.Flag("DefaultDependencies", false));
  }

  static List<UnitProperty> of(CgroupVersion version, CgroupValues values) {
    boolean v2 = version == CgroupVersion.V2;
    List<UnitProperty> properties = new ArrayList<>();
    if (values.memoryBytes() != 0) {
      add(properties, v2 ? "MemoryMax" : "MemoryLimit", values.memoryBytes());
    }
    if (values.cpuShares() != 0) {
      if (v2) {
        add(properties, "CPUWeight", CpuRules.weight(values.cpuShares()));
      } else {
        add(properties, "CPUShares", values.cpuShares());
      }
    }
    if (values.cpuPeriodMicros() != 0) {
      add(properties, "CPUQuotaPeriodUSec", values.cpuPeriodMicros());
    }
    if (values.cpuQuotaMicros() != 0) {
      add(properties, "CPUQuotaPerSecUSec", perSecond(values));
    }
    if (values.pids() != 0) {
      add(properties, "TasksMax", values.pids());
    }
    values.unified().forEach((file, value) -> addUnified(properties, file, value));
    return properties;
  }

  /** Systemd counts CPU time in hundredths of a CPU; what is between is rounded up. */
  static CgroupValues rounded(CgroupValues values) {
    if (values.cpuQuotaMicros() <= 0 || values.cpuPeriodMicros() == 0) {
      return values;
    }
    long quota = perSecond(values) * values.cpuPeriodMicros() / MICROS_PER_SECOND;
    return values.withQuota(quota, values.cpuPeriodMicros());
  }

  private static long perSecond(CgroupValues values) {
    if (values.cpuQuotaMicros() < 0 || values.cpuPeriodMicros() == 0) {
      return UnitProperty.INFINITY;
    }
    long exact = values.cpuQuotaMicros() * MICROS_PER_SECOND / values.cpuPeriodMicros();
    return Math.ceilDiv(exact, QUOTA_STEP_MICROS) * QUOTA_STEP_MICROS;
  }

  private static void addUnified(List<UnitProperty> properties, String file, String value) {
    String name = UNIFIED.get(file);
    if (name != null) {
      add(properties, name, value.equals("max") ? UnitProperty.INFINITY : Long.parseLong(value));
    }
  }

  private static void add(List<UnitProperty> properties, String name, long value) {
    properties.add(new UnitProperty.Amount(name, value < 0 ? UnitProperty.INFINITY : value));
  }
}
