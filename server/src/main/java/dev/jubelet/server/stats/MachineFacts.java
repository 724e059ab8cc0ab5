package dev.jubelet.server.stats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** What is known of the machine for as long as it runs; empty texts for what it does not tell. */
public record MachineFacts(
    Instant bootedAt,
    String bootId,
    String machineId,
    String systemUuid,
    String kernelVersion,
    String osVersion,
    int cpus,
    int physicalCpus,
    int sockets) {

  /**
   * Reads the files of the machine below {@code /}.
   *
   * @param cpus the processors that are online
   */
  public static MachineFacts read(Path top, int cpus) {
    Set<String> sockets = new HashSet<>();
    Set<String> cores = new HashSet<>();
    for (int cpu = 0; cpu < cpus; cpu++) {
      Path topology = top.resolve("sys/devices/system/cpu/cpu" + cpu + "/topology");
      String socket = line(topology.resolve("physical_package_id"));
      sockets.add(socket);
      cores.add(socket + "/" + line(topology.resolve("core_id")));
    }
    return new MachineFacts(
        bootTime(top.resolve("proc/stat")),
        line(top.resolve("proc/sys/kernel/random/boot_id")),
        line(top.resolve("etc/machine-id")),
        line(top.resolve("sys/class/dmi/id/product_uuid")),
        line(top.resolve("proc/sys/kernel/osrelease")),
        osName(top.resolve("etc/os-release")),
        cpus,
        cores.size(),
        sockets.size());
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
