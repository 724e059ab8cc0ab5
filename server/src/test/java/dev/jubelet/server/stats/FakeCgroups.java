package dev.jubelet.server.stats;

import dev.jubelet.edge.usage.CgroupLimits;
import dev.jubelet.edge.usage.CgroupReader;
import dev.jubelet.edge.usage.CgroupUsage;
import dev.jubelet.edge.usage.HeldFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Cgroups in memory; reading them is counted. */
final class FakeCgroups implements CgroupReader {
  final Map<String, CgroupUsage> usages = new HashMap<>();
  final Map<String, CgroupLimits> limits = new HashMap<>();
  final Map<String, List<Long>> processes = new HashMap<>();
  final List<String> counted = new ArrayList<>();
  final List<@Nullable CgroupUsage> before = new ArrayList<>();
  int released;
  final List<String> read = new ArrayList<>();

  static CgroupUsage usage(long cpuNanos, long memory, long inactiveFile) {
    CgroupUsage.Pressure pressure =
        new CgroupUsage.Pressure(
            new CgroupUsage.Share(1.5, 0.5, 0.25, 2_000_000),
            new CgroupUsage.Share(0, 0, 0, 1_000_000));
    return new CgroupUsage(
        new CgroupUsage.Cpu(
            cpuNanos, cpuNanos / 2, cpuNanos / 4, new CgroupUsage.Throttling(4, 2, 500, 1, 10)),
        new CgroupUsage.Memory(
            memory,
            2 * memory,
            7,
            8,
            9,
            1,
            new CgroupUsage.Stat(20, 30, 40, 50, inactiveFile, 60, 6, 5, 4)),
        new CgroupUsage.Tasks(2, 3),
        List.of(
            new CgroupUsage.DeviceIo(
                8,
                0,
                100,
                200,
                1,
                2,
                Map.of("Discard", 300L),
                new CgroupUsage.IoCost(3_000_000L, null, null, null))),
        pressure,
        null,
        pressure);
  }

  static final CgroupLimits UNLIMITED = new CgroupLimits(2, -1, 100_000, -1, -1, -1, -1);

  @Override
  public Optional<CgroupUsage> usage(
      String cgroup, CgroupUsage.Depth depth, boolean hasQuota, @Nullable CgroupUsage before) {
    read.add(cgroup);
    this.before.add(before);
    return Optional.ofNullable(usages.get(cgroup));
  }

  @Override
  public CgroupLimits limits(String cgroup) {
    return limits.getOrDefault(cgroup, UNLIMITED);
  }

  @Override
  public List<String> children(String cgroup) {
    return usages.keySet().stream()
        .filter(name -> name.startsWith(cgroup + "/"))
        .map(name -> name.substring(cgroup.length() + 1))
        .filter(name -> !name.contains("/"))
        .toList();
  }

  @Override
  public List<Long> processes(String cgroup) {
    return processes.getOrDefault(cgroup, List.of());
  }

  @Override
  public HeldFiles held(String cgroup) {
    counted.add(cgroup);
    return new HeldFiles(40, 5, 1024L);
  }

  @Override
  public void release() {
    released++;
  }
}
