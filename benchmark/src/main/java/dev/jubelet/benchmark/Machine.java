package dev.jubelet.benchmark;

import dev.jubelet.testing.node.Distribution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The machine in a line, since figures mean nothing without it. */
final class Machine {
  private Machine() {}

  static String describe(String containerd) {
    return "%s, %d cores, %d GB, Linux %s, %s, Java %s, AOT cache: %s"
        .formatted(
            value("/proc/cpuinfo", "model name"),
            Runtime.getRuntime().availableProcessors(),
            Math.round(Long.parseLong(value("/proc/meminfo", "MemTotal").split(" ", 2)[0]) / 1e6),
            System.getProperty("os.version"),
            containerd,
            Runtime.version(),
            Files.exists(cache()) ? "yes" : "no");
  }

  private static Path cache() {
    return Distribution.kubelet().resolveSibling("../lib/kubelet.aot");
  }

  /** Of the last minute, as the kernel writes it. */
  static String load() {
    return read("/proc/loadavg").split(" ", 2)[0];
  }

  private static String value(String file, String key) {
    return read(file)
        .lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(key.toLowerCase(Locale.ROOT)))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("?");
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
