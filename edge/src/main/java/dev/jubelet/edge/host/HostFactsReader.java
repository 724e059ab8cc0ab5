package dev.jubelet.edge.host;

import dev.jubelet.edge.host.HostFacts.CgroupVersion;
import dev.jubelet.edge.host.HostFacts.SwapArea;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads {@link HostFacts} from {@code /proc}, or from a copy of it.
 *
 * <p>Thread: any; the files are the kernel's own and do not block.
 */
public final class HostFactsReader {
  private static final String CGROUP_ROOT = "/sys/fs/cgroup";
  private static final long KIB = 1024;

  private final Path proc;

  public HostFactsReader() {
    this(Path.of("/proc"));
  }

  public HostFactsReader(Path proc) {
    this.proc = proc;
  }

  public HostFacts read() {
    return new HostFacts(
        line("sys/kernel/hostname"),
        line("sys/kernel/random/boot_id"),
        line("sys/kernel/osrelease"),
        cgroups(),
        memoryBytes(),
        onlineCpus(),
        swap());
  }

  private CgroupVersion cgroups() {
    CgroupVersion found = CgroupVersion.NONE;
    for (String mount : lines("self/mounts")) {
      String[] fields = mount.split(" ", 4);
      if (fields.length < 3) {
        continue;
      }
      if (fields[1].equals(CGROUP_ROOT) && fields[2].equals("cgroup2")) {
        return CgroupVersion.V2;
      }
      if (fields[2].equals("cgroup")) {
        found = CgroupVersion.V1;
      }
    }
    return found;
  }

  private long memoryBytes() {
    for (String line : lines("meminfo")) {
      if (line.startsWith("MemTotal:")) {
        String[] fields = line.split("\\s+", 3);
        return number("meminfo", fields[1]) * KIB;
      }
    }
    throw unreadable("meminfo", "has no MemTotal");
  }

  private int onlineCpus() {
    int cpus = 0;
    for (String line : lines("stat")) {
      if (line.startsWith("cpu") && Character.isDigit(line.charAt(3))) {
        cpus++;
      }
    }
    if (cpus == 0) {
      throw unreadable("stat", "names no processor");
    }
    return cpus;
  }

  /** A kernel without swap has no such file. */
  private List<SwapArea> swap() {
    if (!Files.exists(proc.resolve("swaps"))) {
      return List.of();
    }
    return lines("swaps").stream()
        .skip(1)
        .filter(line -> !line.isBlank())
        .map(line -> line.split("\\s+", 4))
        .map(f -> new SwapArea(f[0], f[1], number("swaps", f[2]) * KIB))
        .toList();
  }

  private long number(String file, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw unreadable(file, "has \"" + text + "\" where a number belongs");
    }
  }

  private String line(String file) {
    List<String> lines = lines(file);
    if (lines.isEmpty() || lines.getFirst().isBlank()) {
      throw unreadable(file, "is empty");
    }
    return lines.getFirst().strip();
  }

  private List<String> lines(String file) {
    try {
      return Files.readAllLines(proc.resolve(file));
    } catch (IOException e) {
      throw new HostException(
          HostException.Kind.UNREADABLE, "cannot read " + proc.resolve(file) + ": " + e, e);
    }
  }

  private HostException unreadable(String file, String problem) {
    return new HostException(HostException.Kind.UNREADABLE, proc.resolve(file) + " " + problem);
  }
}
