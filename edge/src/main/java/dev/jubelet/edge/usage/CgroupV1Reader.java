package dev.jubelet.edge.usage;

import dev.jubelet.edge.usage.CgroupUsage.Cpu;
import dev.jubelet.edge.usage.CgroupUsage.Depth;
import dev.jubelet.edge.usage.CgroupUsage.DeviceIo;
import dev.jubelet.edge.usage.CgroupUsage.Memory;
import dev.jubelet.edge.usage.CgroupUsage.Stat;
import dev.jubelet.edge.usage.CgroupUsage.Tasks;
import dev.jubelet.edge.usage.CgroupUsage.Throttling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The interface with one hierarchy a controller. It has no pressure files.
 *
 * <p>Thread: one at a time. Owns: nothing but its buffer.
 */
public final class CgroupV1Reader implements CgroupReader {
  private static final long NANOS_PER_TICK = 10_000_000;

  /** The kernel's largest limit is the largest number of whole pages, at most of 64 KiB. */
  private static final long PAGE = 64 * 1024;

  private final Map<String, String> controllers = new HashMap<>();
  private final KernelFiles files = new KernelFiles();

  /**
   * @param hierarchies mount points whose last name lists their controllers, as in {@code
   *     cpu,cpuacct}
   */
  public CgroupV1Reader(List<Path> hierarchies) {
    for (Path hierarchy : hierarchies) {
      for (String controller : hierarchy.getFileName().toString().split(",", -1)) {
        controllers.put(controller, hierarchy.toString());
      }
    }
  }

  @Override
  public Optional<CgroupUsage> usage(String cgroup, Depth depth, boolean hasQuota) {
    Cpu cpu = cpu(cgroup, depth, hasQuota);
    Memory memory = memory(cgroup, depth);
    if (cpu == null && memory == null) {
      return Optional.empty();
    }
    boolean full = depth == Depth.FULL;
    return Optional.of(
        new CgroupUsage(
            cpu,
            memory,
            full ? tasks(cgroup) : null,
            full ? io(cgroup) : List.of(),
            null,
            null,
            null));
  }

  private @Nullable Cpu cpu(String cgroup, Depth depth, boolean hasQuota) {
    long usage = files.number(file("cpuacct", cgroup, "cpuacct.usage"), -1);
    if (usage < 0) {
      return null;
    }
    if (depth == Depth.CORE) {
      return new Cpu(usage, 0, 0, null);
    }
    Map<String, Long> split = files.table(file("cpuacct", cgroup, "cpuacct.stat"));
    Map<String, Long> stat = hasQuota ? files.table(file("cpu", cgroup, "cpu.stat")) : Map.of();
    return new Cpu(
        usage,
        NANOS_PER_TICK * split.getOrDefault("user", 0L),
        NANOS_PER_TICK * split.getOrDefault("system", 0L),
        stat.isEmpty()
            ? null
            : new Throttling(
                stat.getOrDefault("nr_periods", 0L),
                stat.getOrDefault("nr_throttled", 0L),
                stat.getOrDefault("throttled_time", 0L),
                stat.getOrDefault("nr_bursts", 0L),
                stat.getOrDefault("burst_time", 0L)));
  }

  private @Nullable Memory memory(String cgroup, Depth depth) {
    long usage = files.number(file("memory", cgroup, "memory.usage_in_bytes"), -1);
    if (usage < 0) {
      return null;
    }
    Map<String, Long> stat = files.table(file("memory", cgroup, "memory.stat"));
    Stat details =
        new Stat(
            stat.getOrDefault("total_cache", 0L),
            stat.getOrDefault("total_rss", 0L),
            stat.getOrDefault("total_mapped_file", 0L),
            stat.getOrDefault("total_active_file", 0L),
            stat.getOrDefault("total_inactive_file", 0L),
            stat.getOrDefault("total_pgfault", 0L),
            stat.getOrDefault("total_pgmajfault", 0L),
            stat.getOrDefault("pgfault", 0L),
            stat.getOrDefault("pgmajfault", 0L));
    long swap = stat.getOrDefault("total_swap", 0L);
    if (depth == Depth.CORE) {
      return new Memory(usage, 0, swap, 0, 0, 0, details);
    }
    return new Memory(
        usage,
        files.number(file("memory", cgroup, "memory.max_usage_in_bytes"), 0),
        swap,
        files.number(file("memory", cgroup, "memory.kmem.usage_in_bytes"), 0),
        files.number(file("memory", cgroup, "memory.failcnt"), 0),
        files.table(file("memory", cgroup, "memory.oom_control")).getOrDefault("oom_kill", 0L),
        details);
  }

  private @Nullable Tasks tasks(String cgroup) {
    long threads = files.number(file("pids", cgroup, "pids.current"), -1);
    if (threads < 0) {
      return null;
    }
    return new Tasks(processes(cgroup).size(), threads);
  }

  /** Lines are: device operation number, in one file the bytes and in one the requests. */
  private List<DeviceIo> io(String cgroup) {
    Map<String, long[]> devices = new LinkedHashMap<>();
    collect(devices, file("blkio", cgroup, "blkio.throttle.io_service_bytes_recursive"), 0);
    if (devices.isEmpty()) {
      return List.of();
    }
    collect(devices, file("blkio", cgroup, "blkio.throttle.io_serviced_recursive"), 2);
    List<DeviceIo> io = new ArrayList<>(devices.size());
    devices.forEach(
        (device, numbers) -> {
          String[] number = device.split(":", 2);
          io.add(
              new DeviceIo(
                  Integer.parseInt(number[0]),
                  Integer.parseInt(number[1]),
                  numbers[0],
                  numbers[1],
                  numbers[2],
                  numbers[3]));
        });
    return io;
  }

  private void collect(Map<String, long[]> devices, String path, int at) {
    for (String line : files.text(path).orElse("").split("\n", -1)) {
      String[] fields = line.split(" ", -1);
      if (fields.length == 3 && fields[0].contains(":")) {
        long[] numbers = devices.computeIfAbsent(fields[0], d -> new long[4]);
        switch (fields[1]) {
          case "Read" -> numbers[at] = Long.parseLong(fields[2]);
          case "Write" -> numbers[at + 1] = Long.parseLong(fields[2]);
          default -> {}
        }
      }
    }
  }

  @Override
  public CgroupLimits limits(String cgroup) {
    long memory = files.number(file("memory", cgroup, "memory.limit_in_bytes"), CgroupLimits.NONE);
    return new CgroupLimits(
        files.number(file("cpu", cgroup, "cpu.shares"), CgroupLimits.NONE),
        files.number(file("cpu", cgroup, "cpu.cfs_quota_us"), CgroupLimits.NONE),
        files.number(file("cpu", cgroup, "cpu.cfs_period_us"), CgroupLimits.NONE),
        memory,
        swapLimit(cgroup, memory),
        files.number(file("memory", cgroup, "memory.soft_limit_in_bytes"), CgroupLimits.NONE),
        files.number(file("pids", cgroup, "pids.max"), CgroupLimits.NONE));
  }

  /** The kernel bounds memory and swap together. */
  private long swapLimit(String cgroup, long memory) {
    long both = files.number(file("memory", cgroup, "memory.memsw.limit_in_bytes"), Long.MAX_VALUE);
    boolean bounded = memory >= 0 && both < Long.MAX_VALUE - PAGE;
    return bounded ? Math.max(0, both - memory) : CgroupLimits.NONE;
  }

  @Override
  public List<String> children(String cgroup) {
    return files.directories(file("memory", cgroup, ""));
  }

  @Override
  public List<Long> processes(String cgroup) {
    return files.ids(file("pids", cgroup, "cgroup.procs"));
  }

  private String file(String controller, String cgroup, String name) {
    String top = controllers.getOrDefault(controller, "/sys/fs/cgroup/" + controller);
    return cgroup.equals("/") ? top + "/" + name : top + cgroup + "/" + name;
  }
}
