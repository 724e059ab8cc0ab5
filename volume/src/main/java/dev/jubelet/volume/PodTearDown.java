package dev.jubelet.volume;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.BlockingCalls;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.TreeRemover;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Ends the volumes of a pod: first each kind ends its own, then everything that is left below its
 * directory is unmounted, then files are deleted. While anything is still mounted nothing is
 * deleted, because it might be deleted through the mount.
 *
 * <p>Thread: the pod's; an unmount that hangs holds up this pod only.
 */
final class PodTearDown {
  private final PodDirectories directories;
  private final Mounts mounts;
  private final VolumeKinds kinds;
  private final BlockingCalls calls;

  PodTearDown(PodDirectories directories, Mounts mounts, VolumeKinds kinds, BlockingCalls calls) {
    this.directories = directories;
    this.mounts = mounts;
    this.kinds = kinds;
    this.calls = calls;
  }

  /** Ends the volumes and keeps the rest of the pod's directory. Returns what is in the way. */
  List<String> endVolumes(PodUid uid) throws IOException {
    Path directory = directories.of(uid);
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    List<String> left = endMounts(uid);
    if (left.isEmpty()) {
      SubPathBinder.clean(directory);
      for (String place : VolumeKinds.PLACES) {
        TreeRemover.remove(directory, Path.of(place));
      }
    }
    return left;
  }

  /** Deletes the pod's directory with everything in it. Returns what is in the way. */
  List<String> remove(PodUid uid) throws IOException {
    Path directory = directories.of(uid);
    List<String> left = endMounts(uid);
    if (left.isEmpty()) {
      if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        SubPathBinder.clean(directory);
      }
      TreeRemover.remove(directories.all(), directory.getFileName());
    }
    return left;
  }

  /** A volume that its kind could not end is not touched: only the kind knows how. */
  private List<String> endMounts(PodUid uid) throws IOException {
    Path directory = directories.of(uid);
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    // The kernel tells real paths.
    Path real = directories.all().toRealPath().resolve(directory.getFileName());
    List<String> left = unmountAll(real.resolve(SubPathBinder.DIRECTORY));
    if (left.isEmpty()) {
      left = kinds.tearDown(uid);
    }
    return left.isEmpty() ? unmountAll(real) : left;
  }

  private List<String> unmountAll(Path real) throws IOException {
    List<String> problems = new ArrayList<>();
    // Later mounts may stand on earlier ones.
    for (MountTable.Mount mount : mounts.table().at(real).reversed()) {
      try {
        calls.run("unmount " + mount.point(), () -> mounts.unmount(mount.point()));
      } catch (LinuxException e) {
        problems.add(stillMounted(mount, e.text(), real));
      }
    }
    if (problems.isEmpty()) {
      mounts.table().at(real).forEach(m -> problems.add(stillMounted(m, "it came back", real)));
    }
    return problems;
  }

  private static String stillMounted(MountTable.Mount mount, String why, Path directory) {
    return "%s is still mounted (%s), %s: unmount it, then %s will be deleted"
        .formatted(mount.point(), mount.type(), why, directory);
  }
}
