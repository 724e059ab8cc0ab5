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
 * @param swapController whether the kernel can limit swap per cgroup; if so, containers get none
 * @param hugePageSizes the machine's huge page sizes as the hugetlb controller names them
 */
public record ResourceSettings(
    long memoryCapacity,
    CgroupVersion cgroup,
    boolean cpuCfsQuota,
    Duration cpuCfsQuotaPeriod,
    boolean singleProcessOomKill,
    boolean swapController,
    List<String> hugePageSizes) {

  public ResourceSettings {
    if (memoryCapacity <= 0) {
      throw new IllegalArgumentException("memoryCapacity must be positive, not " + memoryCapacity);
    }
    hugePageSizes = List.copyOf(hugePageSizes);
  }
}
