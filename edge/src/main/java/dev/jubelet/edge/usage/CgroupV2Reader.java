package dev.jubelet.edge.usage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.jubelet.edge.usage.CgroupUsage.Cpu;
import dev.jubelet.edge.usage.CgroupUsage.Depth;
import dev.jubelet.edge.usage.CgroupUsage.DeviceIo;
import dev.jubelet.edge.usage.CgroupUsage.Memory;
import dev.jubelet.edge.usage.CgroupUsage.Pressure;
import dev.jubelet.edge.usage.CgroupUsage.Stat;
import dev.jubelet.edge.usage.CgroupUsage.Tasks;
import dev.jubelet.edge.usage.CgroupUsage.Throttling;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The interface with one hierarchy. Its root counts less than the cgroups below it: memory and
 * pressure of the whole machine stand in {@code /proc}.
 *
 * <p>Thread: one at a time. Owns: its buffers, and directories held open until {@link #release}.
 */
public final class CgroupV2Reader implements CgroupReader {
  private static final long ABSENT = -1;
  private static final long NANOS = 1000;
  private static final long KIB = 1024;
  private static final String ROOT = "/";

  private static final byte[] CPU_STAT = KernelFiles.name("cpu.stat");
  private static final byte[] CPU_MAX = KernelFiles.name("cpu.max");
  private static final byte[] CPU_WEIGHT = KernelFiles.name("cpu.weight");
  private static final byte[] MEMORY_CURRENT = KernelFiles.name("memory.current");
  private static final byte[] MEMORY_STAT = KernelFiles.name("memory.stat");
  private static final byte[] MEMORY_EVENTS = KernelFiles.name("memory.events");
  private static final byte[] MEMORY_PEAK = KernelFiles.name("memory.peak");
  private static final byte[] MEMORY_MAX = KernelFiles.name("memory.max");
  private static final byte[] MEMORY_LOW = KernelFiles.name("memory.low");
  private static final byte[] SWAP_CURRENT = KernelFiles.name("memory.swap.current");
  private static final byte[] SWAP_MAX = KernelFiles.name("memory.swap.max");
  private static final byte[] THREADS = KernelFiles.name("pids.current");
  private static final byte[] THREADS_MAX = KernelFiles.name("pids.max");
  private static final byte[] PROCESSES = KernelFiles.name("cgroup.procs");
  private static final byte[] IO_STAT = KernelFiles.name("io.stat");
  private static final byte[] CPU_PRESSURE = KernelFiles.name("cpu.pressure");
  private static final byte[] MEMORY_PRESSURE = KernelFiles.name("memory.pressure");
  private static final byte[] IO_PRESSURE = KernelFiles.name("io.pressure");
  private static final byte[] MACHINE_MEMORY = KernelFiles.name("/meminfo");

  private static final NumberLines CPU =
      new NumberLines(
          "usage_usec",
          "user_usec",
          "system_usec",
          "nr_periods",
          "nr_throttled",
          "throttled_usec",
          "nr_bursts",
          "burst_usec");
  private static final NumberLines EVENTS = new NumberLines("max", "oom_kill");
  private static final NumberLines STAT =
      new NumberLines(
          "anon",
          "file",
          "kernel",
          "file_mapped",
          "inactive_file",
          "active_file",
          "pgfault",
          "pgmajfault");
  private static final NumberLines MACHINE = new NumberLines("SwapTotal", "SwapFree");

  private final Hierarchy hierarchy;
  private final byte[] proc;
  private final KernelFiles files = new KernelFiles();
  private final MachineTasks machine;

  public CgroupV2Reader(Path top, Path proc) {
    this.hierarchy = new Hierarchy(top.toString());
    this.proc = KernelFiles.name(proc.toString());
    this.machine = new MachineTasks(proc);
  }

  @Override
  public Optional<CgroupUsage> usage(
      String cgroup, Depth depth, boolean hasQuota, @Nullable CgroupUsage before) {
    CgroupPlace place = CgroupPlace.of(cgroup);
    NumberLines.Found stat = numbers(place, CPU_STAT, CPU);
    if (stat.isEmpty()) {
      return Optional.empty();
    }
    Cpu cpu = cpu(stat, hasQuota);
    long current = number(place, MEMORY_CURRENT, ABSENT);
    if (depth == Depth.CORE) {
      Memory memory = cgroup.equals(ROOT) ? machineMemory() : memory(place, current, null, false);
      return Optional.of(new CgroupUsage(cpu, memory, null, List.of(), null, null, null));
    }
    CgroupUsage rested =
        before != null && before.restedUntil(cpu.usageNanos(), current) ? before : null;
    return Optional.of(
        new CgroupUsage(
            cpu,
            cgroup.equals(ROOT) ? machineMemory() : memory(place, current, rested, true),
            tasks(cgroup, place, rested),
            io(place),
            pressure(cgroup, place, CPU_PRESSURE),
            pressure(cgroup, place, MEMORY_PRESSURE),
            pressure(cgroup, place, IO_PRESSURE)));
  }

  private static Cpu cpu(NumberLines.Found stat, boolean hasQuota) {
    return new Cpu(
        NANOS * stat.of("usage_usec"),
        NANOS * stat.of("user_usec"),
        NANOS * stat.of("system_usec"),
        hasQuota
            ? new Throttling(
                stat.of("nr_periods"),
                stat.of("nr_throttled"),
                NANOS * stat.of("throttled_usec"),
                stat.of("nr_bursts"),
                NANOS * stat.of("burst_usec"))
            : null);
  }

  /** Pages grow old and are swapped also while nothing runs: both are always read. */
  private @Nullable Memory memory(
      CgroupPlace place, long usage, @Nullable CgroupUsage rested, boolean full) {
    if (usage == ABSENT) {
      return null;
    }
    NumberLines.Found stat = numbers(place, MEMORY_STAT, STAT);
    long swap = number(place, SWAP_CURRENT, 0);
    if (!full) {
      return new Memory(usage, 0, swap, 0, 0, 0, details(stat));
    }
    Memory before = rested == null ? null : rested.memory();
    if (before != null) {
      return before.with(swap, details(stat));
    }
    NumberLines.Found events = numbers(place, MEMORY_EVENTS, EVENTS);
    return new Memory(
        usage,
        number(place, MEMORY_PEAK, 0),
        swap,
        stat.of("kernel"),
        events.of("max"),
        events.of("oom_kill"),
        details(stat));
  }

  /** As with the other interface, what is used is what processes have and what files fill. */
  private Memory machineMemory() {
    NumberLines.Found machine =
        files.numbers(SystemCalls.CURRENT_DIRECTORY, proc, MACHINE_MEMORY, MACHINE);
    Stat stat = details(numbers(CgroupPlace.of(ROOT), MEMORY_STAT, STAT));
    return new Memory(
        stat.rss() + stat.cache(),
        0,
        KIB * (machine.of("SwapTotal") - machine.of("SwapFree")),
        0,
        0,
        0,
        stat);
  }

  private static Stat details(NumberLines.Found stat) {
    long faults = stat.of("pgfault");
    long majorFaults = stat.of("pgmajfault");
    return new Stat(
        stat.of("file"),
        stat.of("anon"),
        stat.of("file_mapped"),
        stat.of("active_file"),
        stat.of("inactive_file"),
        faults,
        majorFaults,
        faults,
        majorFaults);
  }

  /** The root has no count of its threads. */
  private @Nullable Tasks tasks(String cgroup, CgroupPlace place, @Nullable CgroupUsage rested) {
    if (rested != null) {
      return rested.tasks();
    }
    if (cgroup.equals(ROOT)) {
      return machine.tasks(processes(place));
    }
    long threads = number(place, THREADS, ABSENT);
    return threads == ABSENT ? null : new Tasks(processes(place).size(), threads);
  }

  /** Pages are written back also while nothing runs: always read. */
  private List<DeviceIo> io(CgroupPlace place) {
    return files
        .text(hierarchy.directory(place.above()), place.below(), IO_STAT)
        .map(WeightedIo::parse)
        .orElse(List.of());
  }

  /** A task that waits for a disk does not run: always read. */
  private @Nullable Pressure pressure(String cgroup, CgroupPlace place, byte[] name) {
    if (!cgroup.equals(ROOT)) {
      return files.pressure(hierarchy.directory(place.above()), place.below(), name).orElse(null);
    }
    String resource = new String(name, US_ASCII).split("[.]", 2)[0];
    return files
        .pressure(SystemCalls.CURRENT_DIRECTORY, proc, KernelFiles.name("/pressure/" + resource))
        .orElse(null);
  }

  @Override
  public CgroupLimits limits(String cgroup) {
    CgroupPlace place = CgroupPlace.of(cgroup);
    String[] cpu =
        files
            .text(hierarchy.directory(place.above()), place.below(), CPU_MAX)
            .orElse("max 100000")
            .strip()
            .split(" ", 2);
    long weight = number(place, CPU_WEIGHT, CgroupLimits.NONE);
    return new CgroupLimits(
        weight < 0 ? CgroupLimits.NONE : shares(weight),
        cpu[0].equals("max") ? CgroupLimits.NONE : Long.parseLong(cpu[0]),
        cpu.length < 2 ? CgroupLimits.NONE : Long.parseLong(cpu[1]),
        number(place, MEMORY_MAX, CgroupLimits.NONE),
        number(place, SWAP_MAX, CgroupLimits.NONE),
        number(place, MEMORY_LOW, CgroupLimits.NONE),
        number(place, THREADS_MAX, CgroupLimits.NONE));
  }

  /** Weights 1 to 10000 stand for the shares 2 to 262144. */
  private static long shares(long weight) {
    return 2 + (weight - 1) * 262_142 / 9_999;
  }

  @Override
  public List<String> children(String cgroup) {
    return hierarchy.children(cgroup);
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
    return files.ids(hierarchy.directory(place.above()), place.below(), PROCESSES);
  }

  @Override
  public void release() {
    hierarchy.release();
  }

  private long number(CgroupPlace place, byte[] name, long otherwise) {
    return files.number(hierarchy.directory(place.above()), place.below(), name, otherwise);
  }

  private NumberLines.Found numbers(CgroupPlace place, byte[] name, NumberLines wanted) {
    return files.numbers(hierarchy.directory(place.above()), place.below(), name, wanted);
  }
}
