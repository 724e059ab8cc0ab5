package dev.jubelet.edge.usage;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one cgroup has used when it was read. A part is null when the kernel does not count it
 * there, or when it was not asked for.
 *
 * @param io per device, empty when there was none
 */
public record CgroupUsage(
    @Nullable Cpu cpu,
    @Nullable Memory memory,
    @Nullable Tasks tasks,
    List<DeviceIo> io,
    @Nullable Pressure cpuPressure,
    @Nullable Pressure memoryPressure,
    @Nullable Pressure ioPressure) {

  public CgroupUsage {
    io = List.copyOf(io);
  }

  /**
   * Whether nothing has run in the cgroup from this reading until a later one, which found so much
   * processor time and memory. Then nothing was started, opened or killed in it either.
   */
  boolean restedUntil(long cpuNanos, long memoryBytes) {
    return tasks != null
        && cpu != null
        && cpu.usageNanos() == cpuNanos
        && memory != null
        && memory.usage() == memoryBytes;
  }

  /** How much to read: each value is a file, and a file costs. */
  public enum Depth {
    /** Processor time and memory. */
    CORE,
    /** All. */
    FULL
  }

  /**
   * Processor time.
   *
   * @param throttling null where no quota applies
   */
  public record Cpu(
      long usageNanos, long userNanos, long systemNanos, @Nullable Throttling throttling) {}

  /** What a quota has done. */
  public record Throttling(
      long periods, long throttledPeriods, long throttledNanos, long bursts, long burstNanos) {}

  /**
   * Memory in bytes.
   *
   * @param stat the details of the kernel
   * @param peak the most there ever was; zero when not known
   */
  public record Memory(
      long usage, long peak, long swap, long kernel, long failures, long oomKills, Stat stat) {

    /** The same with newer details. */
    Memory with(long newSwap, Stat newStat) {
      return new Memory(usage, peak, newSwap, kernel, failures, oomKills, newStat);
    }

    /** What cannot be had back without harm: all but the file pages not used lately. */
    public long workingSet() {
      return Math.max(0, usage - stat.inactiveFile());
    }
  }

  /** Of the cgroup and all below it, except the faults called own. */
  public record Stat(
      long cache,
      long rss,
      long mappedFile,
      long activeFile,
      long inactiveFile,
      long faults,
      long majorFaults,
      long ownFaults,
      long ownMajorFaults) {}

  /** Processes of the cgroup itself, and threads of it and all below it. */
  public record Tasks(long processes, long threads) {}

  /**
   * What was read from and written to one device.
   *
   * @param otherBytes what the kernel counts beside, such as {@code Discard}, by its words
   * @param cost null where the kernel does not weigh requests
   */
  public record DeviceIo(
      int major,
      int minor,
      long readBytes,
      long writtenBytes,
      long reads,
      long writes,
      Map<String, Long> otherBytes,
      @Nullable IoCost cost) {

    public DeviceIo {
      otherBytes = Map.copyOf(otherBytes);
    }
  }

  /** Time of a device by the kernel's model of its cost, in microseconds; null where not told. */
  public record IoCost(
      @Nullable Long used,
      @Nullable Long waited,
      @Nullable Long indebted,
      @Nullable Long delayed) {}

  /** Time lost waiting, by some tasks or by all at once. */
  public record Pressure(Share some, Share full) {}

  /** Shares in percent, the total in microseconds. */
  public record Share(double avg10, double avg60, double avg300, long totalMicros) {}
}
