package dev.jubelet.server.stats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is known of the machine for as long as it runs; empty texts for what it does not tell. */
public record MachineDescription(
    Instant bootedAt,
    String bootId,
    String machineId,
    String systemUuid,
    String kernelVersion,
    String osVersion,
    Processors processors,
    List<MemoryModules> memory) {

  public MachineDescription {
    memory = List.copyOf(memory);
  }

  /**
   * How many processors there are, and of what they are parts.
   *
   * @param books of mainframes only, as are drawers
   */
  public record Processors(int cpus, int cores, int sockets, int books, int drawers) {

    /** Of those that are online; a level that the kernel does not tell has no members. */
    static Processors read(Path top, int online) {
      Set<String> cores = new HashSet<>();
      Set<String> sockets = new HashSet<>();
      Set<String> books = new HashSet<>();
      Set<String> drawers = new HashSet<>();
      for (int cpu = 0; cpu < online; cpu++) {
        Path topology = top.resolve("sys/devices/system/cpu/cpu" + cpu + "/topology");
        String socket = line(topology.resolve("physical_package_id"));
        sockets.add(socket);
        cores.add(socket + "/" + line(topology.resolve("core_id")));
        String drawer = line(topology.resolve("drawer_id"));
        String book = line(topology.resolve("book_id"));
        if (!drawer.isEmpty()) {
          drawers.add(drawer);
        }
        if (!book.isEmpty()) {
          books.add(drawer + "/" + book);
        }
      }
      return new Processors(online, cores.size(), sockets.size(), books.size(), drawers.size());
    }
  }

  /**
   * Reads the files of the machine below {@code /}.
   *
   * @param cpus the processors that are online
   */
  public static MachineDescription read(Path top, int cpus) {
    return new MachineDescription(
        bootTime(top.resolve("proc/stat")),
        line(top.resolve("proc/sys/kernel/random/boot_id")),
        line(top.resolve("etc/machine-id")),
        line(top.resolve("sys/class/dmi/id/product_uuid")),
        line(top.resolve("proc/sys/kernel/osrelease")),
        osName(top.resolve("etc/os-release")),
        Processors.read(top, cpus),
        MemoryModules.read(top.resolve("sys/devices/system/edac/mc")));
  }

  private static Instant bootTime(Path stat) {
    return text(stat)
        .lines()
        .filter(line -> line.startsWith("btime "))
        .map(line -> Instant.ofEpochSecond(Long.parseLong(line.substring(6).strip())))
        .findFirst()
        .orElse(Instant.EPOCH);
  }

  private static String osName(Path release) {
    return text(release)
        .lines()
        .filter(line -> line.startsWith("PRETTY_NAME="))
        .map(line -> line.substring("PRETTY_NAME=".length()).replace("\"", ""))
        .findFirst()
        .orElse("");
  }

  private static String line(Path file) {
    return text(file).strip();
  }

  /** By lines, since the kernel gives some files only to those who read them in one go. */
  private static String text(Path file) {
    try {
      return String.join("\n", Files.readAllLines(file));
    } catch (IOException e) {
      return "";
    }
  }
}
