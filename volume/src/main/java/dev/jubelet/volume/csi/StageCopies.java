package dev.jubelet.volume.csi;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.volume.disk.TreeRemover;
import dev.jubelet.volume.disk.VolumeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks where a staged volume is still seen, whatever the records say: a volume that is unstaged
 * and detached under a process that writes to it loses what was written.
 *
 * <p>Thread: any.
 */
record StageCopies(CsiPaths paths, Mounts mounts) {

  void requireNone(StagePlace place) throws IOException {
    List<Path> copies = new ArrayList<>(place.shownDevices());
    Path target = place.target();
    if (Files.isDirectory(target.resolveSibling(""), LinkOption.NOFOLLOW_LINKS)) {
      String inRoot = paths.root().relativize(target).toString();
      mounts.table().copies(real(target)).stream()
          // The whole root may be seen at other places too.
          .filter(copy -> !copy.endsWith(inRoot))
          .forEach(copies::add);
    }
    if (!copies.isEmpty()) {
      throw new VolumeException(
          "the device mount path \"%s\" is still mounted by other references %s"
              .formatted(target, copies));
    }
  }

  /** What a driver has left at the place of a device once it has unstaged it. */
  void clear(StagePlace place) throws IOException {
    Path target = place.target();
    if (place.shown().isEmpty() || !Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    MountTable table = mounts.table();
    if (table.at(real(target)).isEmpty()) {
      TreeRemover.remove(target.resolveSibling(""), target.getFileName());
    }
  }

  /** The target itself is not looked at, which may hang. */
  private static Path real(Path target) throws IOException {
    return target.resolveSibling("").toRealPath().resolve(target.getFileName());
  }
}
