package dev.jubelet.resource;

import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.Quantities;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** What the machine has, from the kernel's own files. */
public final class NodeCapacity {
  public static final Path MEMORY_FILE = Path.of("/proc/meminfo");
  public static final Path ONLINE_CPUS_FILE = Path.of("/sys/devices/system/cpu/online");

  private NodeCapacity() {}

  /** The capacity of a node's status: CPUs, memory and pods. */
  public static Map<String, Quantity> of(int cpus, long memoryBytes, int maxPods) {
    return Map.of(
        Amounts.CPU, Quantities.ofMilli(1000L * cpus),
        Amounts.MEMORY, kibibytes(memoryBytes),
        Amounts.PODS, new Quantity(Integer.toString(maxPods)));
  }

  /** The same, and what the disk holds on which pods keep what ends with them. */
  public static Map<String, Quantity> withDisk(Map<String, Quantity> capacity, long diskBytes) {
    Map<String, Quantity> with = new HashMap<>(capacity);
    with.put(Amounts.EPHEMERAL_STORAGE, Quantities.ofBytes(diskBytes));
    return Map.copyOf(with);
  }

  /** The same, and the memory that is set aside as huge pages. */
  public static Map<String, Quantity> withHugePages(
      Map<String, Quantity> capacity, Map<String, Quantity> hugePages) {
    Map<String, Quantity> with = new HashMap<>(capacity);
    with.putAll(hugePages);
    return Map.copyOf(with);
  }

  /** Bytes of memory of the machine. */
  public static long memoryBytes(Path memoryFile) {
    for (String line : read(memoryFile).lines().toList()) {
      if (line.startsWith("MemTotal:")) {
        String number = line.replaceAll("\\D", "");
        return Long.parseLong(number) * 1024;
      }
    }
    throw new IllegalStateException(memoryFile + " has no line MemTotal");
  }

  /** How many processes and threads the machine can have. */
  public static long processes(Path proc) {
    return Math.min(
        number(proc.resolve("sys/kernel/pid_max")), number(proc.resolve("sys/kernel/threads-max")));
  }

  private static long number(Path setting) {
    try {
      return Long.parseLong(SysctlFile.read(setting));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + setting, e);
    }
  }

  /** How many CPUs are online; the kernel lists them as ranges, such as {@code 0-3,8}. */
  public static int cpus(Path onlineCpusFile) {
    int count = 0;
    for (String range : read(onlineCpusFile).strip().split(",", -1)) {
      String[] ends = range.split("-", -1);
      count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
    }
    return count;
  }

  /** The kernel counts memory in KiB, and nodes are known to report it so. */
  private static Quantity kibibytes(long bytes) {
    return new Quantity(Long.toString(bytes / 1024), "Ki");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
