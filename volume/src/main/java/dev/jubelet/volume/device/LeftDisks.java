package dev.jubelet.volume.device;

import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.volume.disk.Entries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

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
record LeftDisks(Path home, int depth, AttachedDisks.Wire wire, Mounts mounts, Turns turns) {

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
          turns.takeIfFree(
              all.relativize(place).toString(),
              () -> {
                if (isLeft(place) && choice.takes(place)) {
                  wire.endLeft(place);
                  new DiskPlace(place).remove();
                }
                return true;
              });
        }
      }
    }
  }

  /** What is mounted is not looked into. */
  private boolean isLeft(Path place) throws IOException {
    return !mounts.table().has(place) && Files.isDirectory(place) && !new DiskPlace(place).isUsed();
  }

  private List<Path> places(Path above, int levels) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path entry : Entries.of(above)) {
      if (levels == 1) {
        found.add(entry);
      } else {
        found.addAll(places(entry, levels - 1));
      }
    }
    return found;
  }
}
