package dev.jubelet.volume.csi.stage;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.volume.csi.record.CsiPaths;
import dev.jubelet.volume.csi.record.StagingTarget;
import dev.jubelet.volume.csi.record.VolumeRecord;
import dev.jubelet.volume.disk.PodDirectories;
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
 * <p>Several volumes may show the same share of a server, and nobody can tell which of them a mount
 * is of. So a mount of a pod that has a record is taken for what the record says, and mounts that
 * are no pod's count only when they are of a disk.
 *
 * <p>Thread: any.
 */
record StagingReferences(CsiPaths paths, Mounts mounts) {
  private static final String DISKS = "/dev/";

  void requireNone(StagingTarget place) throws IOException {
    List<Path> copies = new ArrayList<>(place.shownDevices());
    Path target = place.path();
    if (Files.isDirectory(target.resolveSibling(""), LinkOption.NOFOLLOW_LINKS)) {
      for (MountTable.Mount copy : mounts.table().copies(real(target))) {
        if (isOfTheVolume(copy, target)) {
          copies.add(copy.point());
        }
      }
    }
    if (!copies.isEmpty()) {
      throw new VolumeException(
          "the device mount path \"%s\" is still mounted by other references %s"
              .formatted(target, copies));
    }
  }

  private boolean isOfTheVolume(MountTable.Mount copy, Path target) throws IOException {
    Path root = paths.root().toRealPath();
    Path point = copy.point();
    if (point.startsWith(new PodDirectories(root).all())) {
      return VolumeRecord.read(point.resolveSibling("")).isEmpty();
    }
    // The whole root may be seen at other places too.
    boolean staged =
        point.startsWith(new CsiPaths(root).all())
            || point.endsWith(paths.root().relativize(target));
    return !staged && copy.source().startsWith(DISKS);
  }

  /** What a driver has left at the place of a device once it has unstaged it. */
  void clear(StagingTarget place) throws IOException {
    Path target = place.path();
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
