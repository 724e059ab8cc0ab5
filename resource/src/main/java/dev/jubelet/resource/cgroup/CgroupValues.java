package dev.jubelet.resource.cgroup;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one cgroup is to be held to. Zero and empty mean that nobody says so: the kernel's value
 * stays. {@link #UNLIMITED} takes a limit away.
 *
 * @param cpuShares the weight in the units of version 1
 * @param cpuQuotaMicros CPU time in each period
 * @param cpus the CPUs that may be used, as the kernel lists them
 * @param hugePages limits by size, named as the hugetlb controller does
 * @param unified files of version 2 with their content, written last
 */
public record CgroupValues(
    long cpuShares,
    long cpuQuotaMicros,
    long cpuPeriodMicros,
    long memoryBytes,
    long pids,
    String cpus,
    Map<String, Long> hugePages,
    Map<String, String> unified) {
  public static final long UNLIMITED = -1;

  public static final CgroupValues NONE = new CgroupValues(0, 0, 0, 0, 0, "", Map.of(), Map.of());

  public CgroupValues {
    hugePages = Collections.unmodifiableMap(new TreeMap<>(hugePages));
    unified = Collections.unmodifiableMap(new TreeMap<>(unified));
  }

  CgroupValues withShares(long shares) {
    return new CgroupValues(
        shares, cpuQuotaMicros, cpuPeriodMicros, memoryBytes, pids, cpus, hugePages, unified);
  }

  CgroupValues withQuota(long quotaMicros, long periodMicros) {
    return new CgroupValues(
        cpuShares, quotaMicros, periodMicros, memoryBytes, pids, cpus, hugePages, unified);
  }

  CgroupValues withMemory(long bytes) {
    return new CgroupValues(
        cpuShares, cpuQuotaMicros, cpuPeriodMicros, bytes, pids, cpus, hugePages, unified);
  }

  CgroupValues withPids(long most) {
    return new CgroupValues(
        cpuShares, cpuQuotaMicros, cpuPeriodMicros, memoryBytes, most, cpus, hugePages, unified);
  }

  CgroupValues withCpus(String list) {
    return new CgroupValues(
        cpuShares, cpuQuotaMicros, cpuPeriodMicros, memoryBytes, pids, list, hugePages, unified);
  }

  CgroupValues withHugePages(Map<String, Long> limits) {
    return new CgroupValues(
        cpuShares, cpuQuotaMicros, cpuPeriodMicros, memoryBytes, pids, cpus, limits, unified);
  }

  CgroupValues withUnified(Map<String, String> files) {
    return new CgroupValues(
        cpuShares, cpuQuotaMicros, cpuPeriodMicros, memoryBytes, pids, cpus, hugePages, files);
  }
}
