package dev.jubelet.volume.san;

import dev.jubelet.edge.linux.BlockingCalls;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.volume.device.DiskDirectory;
import dev.jubelet.volume.disk.Entries;
import dev.jubelet.volume.disk.KeyedLocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Disks that were attached, or may have been, and that no pod has: somebody died or failed between
 * attaching them and giving them to a pod, or between taking them from the last pod and detaching
 * them. They have a directory, in which nothing is mounted.
 *
 * <p>Thread: any; a disk that somebody works on is left to them. Owns: nothing.
 */
record OrphanedDisks(
    SanTransport transport, Mounts mounts, AttachedDiskRecords records, KeyedLocks<Path> locks) {
  private static final Logger log = LoggerFactory.getLogger(OrphanedDisks.class);

  /** Those of the volume. */
  void remove(String volume) throws IOException {
    removeWhere(directory -> transport.volumeName(directory).filter(volume::equals).isPresent());
  }

  void removeAll() throws IOException {
    removeWhere(directory -> true);
  }

  private interface Filter {
    boolean accepts(Path directory) throws IOException;
  }

  private void removeWhere(Filter filter) throws IOException {
    if (!Files.isDirectory(records.home())) {
      return;
    }
    Path mounted = records.home().toRealPath();
    Path mapped = mounted.resolve(GlobalMaps.DIRECTORY);
    for (Path home : List.of(mounted, mapped)) {
      for (Path directory : directories(home, transport.depth())) {
        if (!directory.startsWith(mapped) || home.equals(mapped)) {
          attempt(
              locks,
              home.relativize(directory),
              directory,
              () -> removeIfOrphaned(directory, filter));
        }
      }
    }
  }

  /** Nobody else must suffer when a disk cannot be detached; one that is locked is in use. */
  static void attempt(
      KeyedLocks<Path> locks, Path key, Path directory, BlockingCalls.Work<Boolean> removal) {
    Optional<KeyedLocks.Held> lock = locks.tryLock(key);
    if (lock.isEmpty()) {
      return;
    }
    try (KeyedLocks.Held _ = lock.get()) {
      if (removal.run()) {
        log.atInfo().addKeyValue("directory", directory).log("Detached orphaned disk");
      }
    } catch (IOException | RuntimeException e) {
      log.atWarn()
          .addKeyValue("directory", directory)
          .addKeyValue("cause", e.toString())
          .log("Failed to detach orphaned disk; retrying with the next teardown or restart");
    }
  }

  private boolean removeIfOrphaned(Path directory, Filter filter) throws IOException {
    boolean orphaned = isOrphaned(directory) && filter.accepts(directory);
    if (orphaned) {
      transport.detachOrphan(directory);
      new DiskDirectory(directory).remove();
      records.end(directory);
    }
    return orphaned;
  }

  /** What is mounted is not looked into. */
  private boolean isOrphaned(Path directory) throws IOException {
    return !mounts.table().has(directory)
        && Files.isDirectory(directory)
        && !new DiskDirectory(directory).isUsed();
  }

  private static List<Path> directories(Path above, int levels) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path entry : Entries.of(above)) {
      if (entry.getFileName().toString().startsWith(".")) {
        continue;
      }
      if (levels == 1) {
        found.add(entry);
      } else {
        found.addAll(directories(entry, levels - 1));
      }
    }
    return found;
  }
}
