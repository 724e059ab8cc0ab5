package dev.jubelet.resource.cgroup;

import java.time.Duration;
import java.util.List;

/**
 * What the values of a pod's cgroup depend on beside the pod.
 *
 * @param cpuCfsQuota whether CPU limits are enforced at all
 * @param pidsLimit how many processes and threads a pod may have; none when it is not positive
 * @param hugePageSizes the machine's sizes as the hugetlb controller names them
 */
public record PodCgroupSettings(
    boolean cpuCfsQuota,
    Duration cpuCfsQuotaPeriod,
    long pidsLimit,
    List<String> hugePageSizes,
    MemoryReservation memory) {
  public PodCgroupSettings {
    hugePageSizes = List.copyOf(hugePageSizes);
  }
}
