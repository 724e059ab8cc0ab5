package dev.jubelet.volume.device;

import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.volume.disk.Entries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Disks that were attached, or may have been, and that no pod has: somebody died or failed between
 * attaching them and giving them to a pod, or between taking them from the last pod and detaching
 * them. They have a place, where nothing is mounted and no pod is shown anything.
 *
 * <p>Thread: any; a place that somebody works on is left to them. Owns: nothing.
 *
 * @param home of the kind
 * @param depth of a place below that
 */
record LeftDisks(
    Path home, int depth, AttachedDisks.Wire wire, Mounts mounts, Turns turns, DiskUses uses) {
  private static final Logger log = LoggerFactory.getLogger(LeftDisks.class);

  /** Of volumes that match; one that nobody can name matches none. */
  void end(Predicate<String> volume) throws IOException {
    endWhere(place -> wire.volume(place).filter(volume).isPresent());
  }

  void endAll() throws IOException {
    endWhere(place -> true);
  }

  private interface Choice {
    boolean takes(Path place) throws IOException;
  }

  private void endWhere(Choice choice) throws IOException {
    if (!Files.isDirectory(home)) {
      return;
    }
    Path real = home.toRealPath();
    Path devices = real.resolve(AttachedDisks.DEVICES);
    for (Path all : List.of(real, devices)) {
      for (Path place : places(all, depth)) {
        if (!place.startsWith(devices) || all.equals(devices)) {
          String turn = all.relativize(place).toString();
          attempt(place, () -> turns.takeIfFree(turn, () -> endIfLeft(place, choice)));
        }
      }
    }
  }

  /** Others must not suffer when a disk cannot be given up; it is tried again another time. */
  static void attempt(Path place, Turns.Work<Boolean> ending) {
    try {
      if (ending.run()) {
        log.atInfo().addKeyValue("place", place).log("A disk that no pod has is given up");
      }
    } catch (IOException | RuntimeException e) {
      log.atWarn()
          .addKeyValue("place", place)
          .log("A disk that no pod has cannot be given up now: {}", e.toString());
    }
  }

  private boolean endIfLeft(Path place, Choice choice) throws IOException {
    boolean left = isLeft(place) && choice.takes(place);
    if (left) {
      wire.endLeft(place);
      new DiskPlace(place).remove();
      uses.end(place);
    }
    return left;
  }

  /** What is mounted is not looked into. */
  private boolean isLeft(Path place) throws IOException {
    return !mounts.table().has(place) && Files.isDirectory(place) && !new DiskPlace(place).isUsed();
  }

  private List<Path> places(Path above, int levels) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path entry : Entries.of(above)) {
      if (entry.getFileName().toString().startsWith(".")) {
        continue;
      }
      if (levels == 1) {
        found.add(entry);
      } else {
        found.addAll(places(entry, levels - 1));
      }
    }
    return found;
  }
}
