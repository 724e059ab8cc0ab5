package dev.jubelet.resource;

import java.time.Duration;
import java.util.List;

/**
 * What the formulas need to know of machine and configuration.
 *
 * @param memoryCapacity bytes of the machine's memory
 * @param cpuCfsQuota whether CPU limits are enforced at all
 * @param cpuCfsQuotaPeriod the kernel's accounting period for CPU limits
 * @param singleProcessOomKill whether, on cgroup v2, only the offending process of a container is
 *     killed instead of all
 * @param memory what containers get of the kernel's memory control beyond their limit
 * @param hugePageSizes the machine's huge page sizes as the hugetlb controller names them
 */
public record ResourceSettings(
    long memoryCapacity,
    CgroupVersion cgroup,
    boolean cpuCfsQuota,
    Duration cpuCfsQuotaPeriod,
    boolean singleProcessOomKill,
    MemorySettings memory,
    List<String> hugePageSizes) {

  public ResourceSettings {
    if (memoryCapacity <= 0) {
      throw new IllegalArgumentException("memoryCapacity must be positive, not " + memoryCapacity);
    }
    hugePageSizes = List.copyOf(hugePageSizes);
  }
}
