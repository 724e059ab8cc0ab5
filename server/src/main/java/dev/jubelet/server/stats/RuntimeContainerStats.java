package dev.jubelet.server.stats;

import dev.jubelet.api.cri.ContainerStats;
import dev.jubelet.api.cri.CpuUsage;
import dev.jubelet.api.cri.MemoryUsage;
import dev.jubelet.api.cri.SwapUsage;
import dev.jubelet.edge.usage.CgroupLimits;
import dev.jubelet.edge.usage.CgroupUsage;
import dev.jubelet.server.stats.Measurements.Measured;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The runtime's own figures of a container, in the words of a cgroup: for runtimes whose containers
 * are not in cgroups of this machine, such as virtual machines.
 */
final class RuntimeContainerStats {
  private static final CgroupLimits UNKNOWN =
      new CgroupLimits(
          CgroupLimits.NONE,
          CgroupLimits.NONE,
          CgroupLimits.NONE,
          CgroupLimits.NONE,
          CgroupLimits.NONE,
          CgroupLimits.NONE,
          CgroupLimits.NONE);

  private RuntimeContainerStats() {}

  /** The measured ones where there are any. */
  static @Nullable Measured orElse(@Nullable Measured measured, @Nullable ContainerStats told) {
    if (told == null) {
      return measured;
    }
    Long nanoCores =
        told.getCpu().hasUsageNanoCores() ? told.getCpu().getUsageNanoCores().getValue() : null;
    if (measured == null) {
      return new Measured("", usage(told), UNKNOWN, nanoCores, null);
    }
    return measured.nanoCores() != null
        ? measured
        : new Measured(
            measured.cgroup(), measured.usage(), measured.limits(), nanoCores, measured.held());
  }

  private static CgroupUsage usage(ContainerStats told) {
    return new CgroupUsage(
        told.getCpu().hasUsageCoreNanoSeconds() ? cpu(told.getCpu()) : null,
        told.getMemory().hasWorkingSetBytes() ? memory(told.getMemory(), told.getSwap()) : null,
        null,
        List.of(),
        null,
        null,
        null);
  }

  private static CgroupUsage.Cpu cpu(CpuUsage told) {
    return new CgroupUsage.Cpu(told.getUsageCoreNanoSeconds().getValue(), 0, 0, null);
  }

  /** The usage is never less than the working set, which the difference must bring out. */
  private static CgroupUsage.Memory memory(MemoryUsage told, SwapUsage swap) {
    long workingSet = told.getWorkingSetBytes().getValue();
    long usage = Math.max(workingSet, told.getUsageBytes().getValue());
    long faults = told.getPageFaults().getValue();
    long majorFaults = told.getMajorPageFaults().getValue();
    return new CgroupUsage.Memory(
        usage,
        0,
        swap.getSwapUsageBytes().getValue(),
        0,
        0,
        0,
        new CgroupUsage.Stat(
            0,
            told.getRssBytes().getValue(),
            0,
            0,
            usage - workingSet,
            faults,
            majorFaults,
            faults,
            majorFaults));
  }
}
