package dev.jubelet.edge.usage;

import dev.jubelet.edge.usage.CgroupUsage.Cpu;
import dev.jubelet.edge.usage.CgroupUsage.Depth;
import dev.jubelet.edge.usage.CgroupUsage.DeviceIo;
import dev.jubelet.edge.usage.CgroupUsage.Memory;
import dev.jubelet.edge.usage.CgroupUsage.Stat;
import dev.jubelet.edge.usage.CgroupUsage.Tasks;
import dev.jubelet.edge.usage.CgroupUsage.Throttling;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The interface with one hierarchy a controller. It has no pressure files.
 *
 * <p>Thread: one at a time. Owns: its buffers, and directories held open until {@link #release}.
 */
public final class CgroupV1Reader implements CgroupReader {
  private static final String ROOT = "/";
  private static final long ABSENT = -1;
  private static final long NANOS_PER_TICK = 10_000_000;

  /** The kernel's largest limit is the largest number of whole pages, at most of 64 KiB. */
  private static final long PAGE = 64 * 1024;

  private static final byte[] CPU_USAGE = KernelFiles.name("cpuacct.usage");
  private static final byte[] CPU_SPLIT = KernelFiles.name("cpuacct.stat");
  private static final byte[] CPU_STAT = KernelFiles.name("cpu.stat");
  private static final byte[] CPU_SHARES = KernelFiles.name("cpu.shares");
  private static final byte[] CPU_QUOTA = KernelFiles.name("cpu.cfs_quota_us");
  private static final byte[] CPU_PERIOD = KernelFiles.name("cpu.cfs_period_us");
  private static final byte[] MEMORY_USAGE = KernelFiles.name("memory.usage_in_bytes");
  private static final byte[] MEMORY_STAT = KernelFiles.name("memory.stat");
  private static final byte[] MEMORY_PEAK = KernelFiles.name("memory.max_usage_in_bytes");
  private static final byte[] MEMORY_KERNEL = KernelFiles.name("memory.kmem.usage_in_bytes");
  private static final byte[] MEMORY_FAILURES = KernelFiles.name("memory.failcnt");
  private static final byte[] MEMORY_OOM = KernelFiles.name("memory.oom_control");
  private static final byte[] MEMORY_LIMIT = KernelFiles.name("memory.limit_in_bytes");
  private static final byte[] MEMORY_SOFT_LIMIT = KernelFiles.name("memory.soft_limit_in_bytes");
  private static final byte[] SWAP_LIMIT = KernelFiles.name("memory.memsw.limit_in_bytes");
  private static final byte[] THREADS = KernelFiles.name("pids.current");
  private static final byte[] THREADS_MAX = KernelFiles.name("pids.max");
  private static final byte[] PROCESSES = KernelFiles.name("cgroup.procs");
  private static final byte[] IO_BYTES =
      KernelFiles.name("blkio.throttle.io_service_bytes_recursive");
  private static final byte[] IO_REQUESTS =
      KernelFiles.name("blkio.throttle.io_serviced_recursive");

  private static final NumberLines SPLIT = new NumberLines("user", "system");
  private static final NumberLines QUOTA =
      new NumberLines("nr_periods", "nr_throttled", "throttled_time", "nr_bursts", "burst_time");
  private static final NumberLines KILLS = new NumberLines("oom_kill");
  private static final NumberLines STAT =
      new NumberLines(
          "total_cache",
          "total_rss",
          "total_mapped_file",
          "total_active_file",
          "total_inactive_file",
          "total_pgfault",
          "total_pgmajfault",
          "total_swap",
          "pgfault",
          "pgmajfault");

  private final Map<String, Hierarchy> controllers = new HashMap<>();
  private final KernelFiles files = new KernelFiles();
  private final MachineTasks machine;

  /**
   * @param hierarchies mount points whose last name lists their controllers, as in {@code
   *     cpu,cpuacct}
   */
  public CgroupV1Reader(List<Path> hierarchies, Path proc) {
    this.machine = new MachineTasks(proc);
    for (Path path : hierarchies) {
      Hierarchy hierarchy = new Hierarchy(path.toString());
      for (String controller : path.getFileName().toString().split(",", -1)) {
        controllers.put(controller, hierarchy);
      }
    }
  }

  @Override
  public Optional<CgroupUsage> usage(
      String cgroup, Depth depth, boolean hasQuota, @Nullable CgroupUsage before) {
    CgroupPlace place = CgroupPlace.of(cgroup);
    long cpu = number("cpuacct", place, CPU_USAGE, ABSENT);
    long memory = number("memory", place, MEMORY_USAGE, ABSENT);
    if (cpu == ABSENT && memory == ABSENT) {
      return Optional.empty();
    }
    boolean full = depth == Depth.FULL;
    CgroupUsage rested = full && before != null && before.restedUntil(cpu, memory) ? before : null;
    return Optional.of(
        new CgroupUsage(
            cpu == ABSENT ? null : cpu(place, cpu, full, hasQuota, rested),
            memory == ABSENT ? null : memory(place, memory, full, rested),
            full ? tasks(cgroup, place, rested) : null,
            full ? io(place, rested) : List.of(),
            null,
            null,
            null));
  }

  private Cpu cpu(
      CgroupPlace place, long usage, boolean full, boolean hasQuota, @Nullable CgroupUsage rested) {
    if (!full) {
      return new Cpu(usage, 0, 0, null);
    }
    Cpu before = rested == null ? null : rested.cpu();
    if (before != null && (before.throttling() != null) == hasQuota) {
      return before;
    }
    NumberLines.Found split = numbers("cpuacct", place, CPU_SPLIT, SPLIT);
    return new Cpu(
        usage,
        NANOS_PER_TICK * split.of("user"),
        NANOS_PER_TICK * split.of("system"),
        hasQuota ? throttling(numbers("cpu", place, CPU_STAT, QUOTA)) : null);
  }

  private static @Nullable Throttling throttling(NumberLines.Found stat) {
    return stat.isEmpty()
        ? null
        : new Throttling(
            stat.of("nr_periods"),
            stat.of("nr_throttled"),
            stat.of("throttled_time"),
            stat.of("nr_bursts"),
            stat.of("burst_time"));
  }

  /** Pages grow old also while nothing runs, so that their ages are always read. */
  private Memory memory(CgroupPlace place, long usage, boolean full, @Nullable CgroupUsage rested) {
    NumberLines.Found stat = numbers("memory", place, MEMORY_STAT, STAT);
    long swap = stat.of("total_swap");
    Stat details =
        new Stat(
            stat.of("total_cache"),
            stat.of("total_rss"),
            stat.of("total_mapped_file"),
            stat.of("total_active_file"),
            stat.of("total_inactive_file"),
            stat.of("total_pgfault"),
            stat.of("total_pgmajfault"),
            stat.of("pgfault"),
            stat.of("pgmajfault"));
    if (!full) {
      return new Memory(usage, 0, swap, 0, 0, 0, details);
    }
    Memory before = rested == null ? null : rested.memory();
    if (before != null) {
      return before.with(swap, details);
    }
    return new Memory(
        usage,
        number("memory", place, MEMORY_PEAK, 0),
        swap,
        number("memory", place, MEMORY_KERNEL, 0),
        number("memory", place, MEMORY_FAILURES, 0),
        numbers("memory", place, MEMORY_OOM, KILLS).of("oom_kill"),
        details);
  }

  /** The root has no count of its threads. */
  private @Nullable Tasks tasks(String cgroup, CgroupPlace place, @Nullable CgroupUsage rested) {
    if (rested != null) {
      return rested.tasks();
    }
    if (cgroup.equals(ROOT)) {
      return machine.tasks(processes(place));
    }
    long threads = number("pids", place, THREADS, ABSENT);
    return threads == ABSENT ? null : new Tasks(processes(place).size(), threads);
  }

  /** Lines are: device operation number, in one file the bytes and in one the requests. */
  private List<DeviceIo> io(CgroupPlace place, @Nullable CgroupUsage rested) {
    if (rested != null) {
      return rested.io();
    }
    String bytes = text("blkio", place, IO_BYTES);
    return bytes.indexOf(':') < 0
        ? List.of()
        : ThrottledIo.parse(bytes, text("blkio", place, IO_REQUESTS));
  }

  @Override
  public CgroupLimits limits(String cgroup) {
    CgroupPlace place = CgroupPlace.of(cgroup);
    long memory = number("memory", place, MEMORY_LIMIT, CgroupLimits.NONE);
    return new CgroupLimits(
        number("cpu", place, CPU_SHARES, CgroupLimits.NONE),
        number("cpu", place, CPU_QUOTA, CgroupLimits.NONE),
        number("cpu", place, CPU_PERIOD, CgroupLimits.NONE),
        memory,
        swapLimit(place, memory),
        number("memory", place, MEMORY_SOFT_LIMIT, CgroupLimits.NONE),
        number("pids", place, THREADS_MAX, CgroupLimits.NONE));
  }

  /** The kernel bounds memory and swap together. */
  private long swapLimit(CgroupPlace place, long memory) {
    long both = number("memory", place, SWAP_LIMIT, Long.MAX_VALUE);
    boolean bounded = memory >= 0 && both < Long.MAX_VALUE - PAGE;
    return bounded ? Math.max(0, both - memory) : CgroupLimits.NONE;
  }

  @Override
  public List<String> children(String cgroup) {
    return hierarchy("memory").children(cgroup);
  }

  @Override
  public List<Long> processes(String cgroup) {
    return processes(CgroupPlace.of(cgroup));
  }

  @Override
  public HeldFiles held(String cgroup) {
    return machine.held(cgroup, processes(cgroup));
  }

  private List<Long> processes(CgroupPlace place) {
    return files.ids(directory("pids", place), place.below(), PROCESSES);
  }

  @Override
  public void release() {
    controllers.values().forEach(Hierarchy::release);
  }

  private long number(String controller, CgroupPlace place, byte[] name, long otherwise) {
    return files.number(directory(controller, place), place.below(), name, otherwise);
  }

  private NumberLines.Found numbers(
      String controller, CgroupPlace place, byte[] name, NumberLines wanted) {
    return files.numbers(directory(controller, place), place.below(), name, wanted);
  }

  private String text(String controller, CgroupPlace place, byte[] name) {
    return files.text(directory(controller, place), place.below(), name).orElse("");
  }

  private int directory(String controller, CgroupPlace place) {
    return hierarchy(controller).directory(place.above());
  }

  private Hierarchy hierarchy(String controller) {
    return controllers.computeIfAbsent(controller, name -> new Hierarchy("/sys/fs/cgroup/" + name));
  }
}
