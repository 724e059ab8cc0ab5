package dev.jubelet.server.stats;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The disks of the machine: their names by number, what is mounted of them, and their own counters.
 *
 * <p>Thread: any. Owns: the names found so far, of which there are as many as disks, and where they
 * were mounted lately.
 */
final class BlockDevices {
  private static final Duration MOUNTS_FRESH = Duration.ofMinutes(1);

  private final Path proc;
  private final Path sys;

  @GuardedBy("this")
  private final Map<String, String> names = new HashMap<>();

  @GuardedBy("this")
  private Map<String, Path> mounts = Map.of();

  @GuardedBy("this")
  private @Nullable Instant mountsAt;

  /** The counters of one disk, as the kernel numbers them. */
  record Counters(
      long reads,
      long readsMerged,
      long sectorsRead,
      long readMillis,
      long writes,
      long writesMerged,
      long sectorsWritten,
      long writeMillis,
      long inProgress,
      long busyMillis,
      long weightedMillis) {}

  BlockDevices(Path proc, Path sys) {
    this.proc = proc;
    this.sys = sys;
  }

  /** {@code /dev/sda}, or the empty text for a device that is no disk. */
  synchronized String name(int major, int minor) {
    return names.computeIfAbsent(
        major + ":" + minor,
        number ->
            lines(sys.resolve("dev/block").resolve(number).resolve("uevent")).stream()
                .filter(line -> line.startsWith("DEVNAME="))
                .map(line -> "/dev/" + line.substring("DEVNAME=".length()))
                .findFirst()
                .orElse(""));
  }

  /**
   * One mount point of each disk that has one, by the disk's name. Disks come and go seldom, and a
   * node has hundreds of mounts of pods beside them: the table is read once a minute.
   *
   * @param now the moment of the page
   */
  synchronized Map<String, Path> mounts(Instant now) {
    if (mountsAt == null || Duration.between(mountsAt, now).abs().compareTo(MOUNTS_FRESH) > 0) {
      mounts = readMounts();
      mountsAt = now;
    }
    return mounts;
  }

  private Map<String, Path> readMounts() {
    Map<String, Path> mounts = new LinkedHashMap<>();
    for (String line : lines(proc.resolve("self/mounts"))) {
      if (line.startsWith("/dev/")) {
        String[] fields = line.split(" ", 4);
        if (!fields[2].startsWith("fuse")) {
          mounts.putIfAbsent(fields[0], Path.of(fields[1].replace("\\040", " ")));
        }
      }
    }
    return mounts;
  }

  /** By the disk's name. */
  Map<String, Counters> counters() {
    Map<String, Counters> counters = new HashMap<>();
    for (String line : lines(proc.resolve("diskstats"))) {
      String[] f = line.strip().split("\\s+", -1);
      if (f.length >= 14) {
        long[] n = new long[11];
        for (int i = 0; i < n.length; i++) {
          n[i] = Long.parseLong(f[i + 3]);
        }
        counters.put(
            "/dev/" + f[2],
            new Counters(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10]));
      }
    }
    return counters;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }
}
