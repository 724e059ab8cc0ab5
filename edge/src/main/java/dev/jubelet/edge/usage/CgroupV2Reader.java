package dev.jubelet.edge.usage;

import dev.jubelet.edge.usage.CgroupUsage.Cpu;
import dev.jubelet.edge.usage.CgroupUsage.Depth;
import dev.jubelet.edge.usage.CgroupUsage.DeviceIo;
import dev.jubelet.edge.usage.CgroupUsage.Memory;
import dev.jubelet.edge.usage.CgroupUsage.Pressure;
import dev.jubelet.edge.usage.CgroupUsage.Stat;
import dev.jubelet.edge.usage.CgroupUsage.Tasks;
import dev.jubelet.edge.usage.CgroupUsage.Throttling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The interface with one hierarchy. Its root counts less than the cgroups below it: memory and
 * pressure of the whole machine stand in {@code /proc}.
 *
 * <p>Thread: one at a time. Owns: nothing but its buffer.
 */
public final class CgroupV2Reader implements CgroupReader {
  private static final long NANOS = 1000;
  private static final long KIB = 1024;
  private static final String ROOT = "/";

  private final String top;
  private final String proc;
  private final KernelFiles files = new KernelFiles();

  public CgroupV2Reader(Path top, Path proc) {
    this.top = top.toString();
    this.proc = proc.toString();
  }

  @Override
  public Optional<CgroupUsage> usage(String cgroup, Depth depth, boolean hasQuota) {
    Cpu cpu = cpu(cgroup, hasQuota);
    if (cpu == null) {
      return Optional.empty();
    }
    Memory memory = cgroup.equals(ROOT) ? machineMemory() : memory(cgroup, depth);
    if (depth == Depth.CORE) {
      return Optional.of(new CgroupUsage(cpu, memory, null, List.of(), null, null, null));
    }
    return Optional.of(
        new CgroupUsage(
            cpu,
            memory,
            tasks(cgroup),
            io(cgroup),
            pressure(cgroup, "cpu"),
            pressure(cgroup, "memory"),
            pressure(cgroup, "io")));
  }

  private @Nullable Cpu cpu(String cgroup, boolean hasQuota) {
    Map<String, Long> stat = files.table(file(cgroup, "cpu.stat"));
    Long usage = stat.get("usage_usec");
    if (usage == null) {
      return null;
    }
    return new Cpu(
        NANOS * usage,
        NANOS * stat.getOrDefault("user_usec", 0L),
        NANOS * stat.getOrDefault("system_usec", 0L),
        hasQuota
            ? new Throttling(
                stat.getOrDefault("nr_periods", 0L),
                stat.getOrDefault("nr_throttled", 0L),
                NANOS * stat.getOrDefault("throttled_usec", 0L),
                stat.getOrDefault("nr_bursts", 0L),
                NANOS * stat.getOrDefault("burst_usec", 0L))
            : null);
  }

  private @Nullable Memory memory(String cgroup, Depth depth) {
    long usage = files.number(file(cgroup, "memory.current"), -1);
    if (usage < 0) {
      return null;
    }
    Map<String, Long> stat = files.table(file(cgroup, "memory.stat"));
    long swap = files.number(file(cgroup, "memory.swap.current"), 0);
    if (depth == Depth.CORE) {
      return new Memory(usage, 0, swap, 0, 0, 0, details(stat));
    }
    Map<String, Long> events = files.table(file(cgroup, "memory.events"));
    return new Memory(
        usage,
        files.number(file(cgroup, "memory.peak"), 0),
        swap,
        stat.getOrDefault("kernel", 0L),
        events.getOrDefault("max", 0L),
        events.getOrDefault("oom_kill", 0L),
        details(stat));
  }

  private Memory machineMemory() {
    Map<String, Long> machine = memoryTable();
    return new Memory(
        KIB * (machine.getOrDefault("MemTotal", 0L) - machine.getOrDefault("MemFree", 0L)),
        0,
        KIB * (machine.getOrDefault("SwapTotal", 0L) - machine.getOrDefault("SwapFree", 0L)),
        0,
        0,
        0,
        details(files.table(file(ROOT, "memory.stat"))));
  }

  /** Lines are: name, colon, spaces, number, unit. */
  private Map<String, Long> memoryTable() {
    Map<String, Long> table = new HashMap<>();
    for (String line : files.text(proc + "/meminfo").orElse("").split("\n", -1)) {
      String[] fields = line.split(":?\\s+", 3);
      if (fields.length > 1) {
        table.put(fields[0], Long.parseLong(fields[1]));
      }
    }
    return table;
  }

  private static Stat details(Map<String, Long> stat) {
    long faults = stat.getOrDefault("pgfault", 0L);
    long majorFaults = stat.getOrDefault("pgmajfault", 0L);
    return new Stat(
        stat.getOrDefault("file", 0L),
        stat.getOrDefault("anon", 0L),
        stat.getOrDefault("file_mapped", 0L),
        stat.getOrDefault("active_file", 0L),
        stat.getOrDefault("inactive_file", 0L),
        faults,
        majorFaults,
        faults,
        majorFaults);
  }

  private @Nullable Tasks tasks(String cgroup) {
    long threads = files.number(file(cgroup, "pids.current"), -1);
    if (threads < 0) {
      return null;
    }
    return new Tasks(processes(cgroup).size(), threads);
  }

  /** Lines are: device rbytes=1 wbytes=2 rios=3 wios=4 dbytes=0 dios=0. */
  private List<DeviceIo> io(String cgroup) {
    List<DeviceIo> io = new ArrayList<>();
    for (String line : files.text(file(cgroup, "io.stat")).orElse("").split("\n", -1)) {
      int colon = line.indexOf(':');
      int space = line.indexOf(' ');
      if (colon > 0 && space > colon) {
        Map<String, String> fields = KernelFiles.fields(line);
        io.add(
            new DeviceIo(
                Integer.parseInt(line.substring(0, colon)),
                Integer.parseInt(line.substring(colon + 1, space)),
                Long.parseLong(fields.getOrDefault("rbytes", "0")),
                Long.parseLong(fields.getOrDefault("wbytes", "0")),
                Long.parseLong(fields.getOrDefault("rios", "0")),
                Long.parseLong(fields.getOrDefault("wios", "0"))));
      }
    }
    return io;
  }

  private @Nullable Pressure pressure(String cgroup, String of) {
    String path = cgroup.equals(ROOT) ? proc + "/pressure/" + of : file(cgroup, of + ".pressure");
    return files.pressure(path).orElse(null);
  }

  @Override
  public CgroupLimits limits(String cgroup) {
    String[] cpu = files.text(file(cgroup, "cpu.max")).orElse("max 100000").strip().split(" ", 2);
    long weight = files.number(file(cgroup, "cpu.weight"), CgroupLimits.NONE);
    long memory = files.number(file(cgroup, "memory.max"), CgroupLimits.NONE);
    return new CgroupLimits(
        weight < 0 ? CgroupLimits.NONE : shares(weight),
        cpu[0].equals("max") ? CgroupLimits.NONE : Long.parseLong(cpu[0]),
        cpu.length < 2 ? CgroupLimits.NONE : Long.parseLong(cpu[1]),
        memory,
        files.number(file(cgroup, "memory.swap.max"), CgroupLimits.NONE),
        files.number(file(cgroup, "memory.low"), CgroupLimits.NONE),
        files.number(file(cgroup, "pids.max"), CgroupLimits.NONE));
  }

  /** Weights 1 to 10000 stand for the shares 2 to 262144. */
  private static long shares(long weight) {
    return 2 + (weight - 1) * 262_142 / 9_999;
  }

  @Override
  public List<String> children(String cgroup) {
    return files.directories(file(cgroup, ""));
  }

  @Override
  public List<Long> processes(String cgroup) {
    return files.ids(file(cgroup, "cgroup.procs"));
  }

  private String file(String cgroup, String name) {
    return cgroup.equals(ROOT) ? top + "/" + name : top + cgroup + "/" + name;
  }
}
