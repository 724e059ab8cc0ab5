package dev.jubelet.server.stats;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The memory modules of one type, where the kernel watches their errors and so knows them; virtual
 * machines have none.
 */
record MemoryModules(String type, int count, long bytes) {
  private static final long MIB = 1024 * 1024;

  /** Reads the memory controllers below a directory such as {@code /sys/devices/system/edac/mc}. */
  static List<MemoryModules> read(Path controllers) {
    Map<String, MemoryModules> byType = new TreeMap<>();
    try {
      for (Path controller : entries(controllers, "mc[0-9]*")) {
        for (Path module : entries(controller, "dimm[0-9]*")) {
          String type = Files.readString(module.resolve("dimm_mem_type")).strip();
          long mib = Long.parseLong(Files.readString(module.resolve("size")).strip());
          byType.merge(type, new MemoryModules(type, 1, mib * MIB), MemoryModules::plus);
        }
      }
    } catch (IOException | UncheckedIOException | NumberFormatException e) {
      // Half of the modules would be a wrong number.
      return List.of();
    }
    return List.copyOf(byType.values());
  }

  private MemoryModules plus(MemoryModules other) {
    return new MemoryModules(type, count + other.count, bytes + other.bytes);
  }

  private static List<Path> entries(Path directory, String glob) throws IOException {
    List<Path> entries = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, glob)) {
        found.forEach(entries::add);
      }
    }
    return entries;
  }
}
