package dev.jubelet.volume;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.BlockingCalls;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.Entries;
import dev.jubelet.volume.disk.KeyedLocks;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.TreeRemover;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Tears down the volumes of a pod: first each plugin tears down its own, then everything that is
 * left below its directory is unmounted, then files are deleted. While anything is still mounted
 * nothing is deleted, because it might be deleted through the mount. What is mounted elsewhere too
 * stays there: before anything below a copy is unmounted, the copy is separated from the others.
 *
 * <p>Thread: the pod's, with threads that calls may hold: an unmount that hangs and a tree that
 * takes long hold up this pod only.
 */
final class VolumeTeardown {
  /** What is written beside the mounts of drivers. */
  private static final String RECORD = "vol_data.json";

  private final PodDirectories directories;
  private final Mounts mounts;
  private final PluginVolumes plugins;
  private final BlockingCalls calls;
  private final KeyedLocks<PodUid> locks;

  /** {@code locks} of pods: nothing is bound in one while it ends. */
  VolumeTeardown(
      PodDirectories directories,
      Mounts mounts,
      PluginVolumes plugins,
      BlockingCalls calls,
      KeyedLocks<PodUid> locks) {
    this.directories = directories;
    this.mounts = mounts;
    this.plugins = plugins;
    this.calls = calls;
    this.locks = locks;
  }

  /** Ends the volumes and keeps the rest of the pod's directory. Returns what is in the way. */
  List<String> unmountVolumes(PodUid uid) throws IOException {
    Path directory = directories.of(uid);
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    return tearDown(uid, () -> deleteVolumes(directory));
  }

  private static void deleteVolumes(Path directory) throws IOException {
    SubPathBinder.clean(directory);
    deleteUnknown(directory);
    for (String place : VolumesOnDisk.ROOTS) {
      Path volumes = directory.resolve(place);
      if (Files.isDirectory(volumes, LinkOption.NOFOLLOW_LINKS)) {
        TreeRemover.remove(directory, Path.of(place));
      } else {
        // A file or a link that somebody has put there; where a link leads is not ours.
        Files.deleteIfExists(volumes);
      }
    }
  }

  /**
   * Volumes that a plugin tore down leave nothing. What is there all the same is of a plugin that
   * is not known here, and nothing is mounted: files in it are none of ours.
   */
  private static void deleteUnknown(Path directory) throws IOException {
    for (String place : VolumesOnDisk.ROOTS) {
      for (Path plugin : Entries.of(directory.resolve(place))) {
        if (!BuiltInVolumes.isOnDisk(plugin.getFileName().toString())) {
          for (Path volume : Entries.of(plugin)) {
            deleteUnknown(plugin, volume);
          }
        }
      }
    }
  }

  private static void deleteUnknown(Path plugin, Path volume) throws IOException {
    for (Path part : Entries.of(volume)) {
      if (Files.isDirectory(part, LinkOption.NOFOLLOW_LINKS)) {
        TreeRemover.removeSparingContent(volume, part.getFileName());
      }
    }
    if (Files.isDirectory(volume, LinkOption.NOFOLLOW_LINKS)) {
      Files.deleteIfExists(volume.resolve(RECORD));
      TreeRemover.removeSparingContent(plugin, volume.getFileName());
    }
  }

  /** Deletes the pod's directory with everything in it. Returns what is in the way. */
  List<String> remove(PodUid uid) throws IOException {
    return tearDown(uid, () -> deleteAll(directories.of(uid)));
  }

  private void deleteAll(Path directory) throws IOException {
    if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      SubPathBinder.clean(directory);
      deleteUnknown(directory);
    }
    TreeRemover.remove(directories.all(), directory.getFileName());
  }

  private interface Deletion {
    void run() throws IOException;
  }

  private List<String> tearDown(PodUid uid, Deletion deletion) throws IOException {
    Path directory = directories.of(uid);
    try (KeyedLocks.Held _ = locks.lock(uid)) {
      List<String> left = unmount(uid);
      if (left.isEmpty()) {
        calls.run(
            "delete in " + directory,
            () -> {
              deletion.run();
              return true;
            });
      }
      return left;
    }
  }

  /** A volume that its plugin could not tear down is not touched: only the plugin knows how. */
  private List<String> unmount(PodUid uid) throws IOException {
    Path directory = directories.of(uid);
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    // The kernel tells real paths.
    Path real = directories.all().toRealPath().resolve(directory.getFileName());
    List<String> left = unmountAll(real.resolve(SubPathBinder.DIRECTORY));
    if (left.isEmpty()) {
      left = plugins.tearDown(uid);
    }
    return left.isEmpty() ? unmountAll(real) : left;
  }

  private List<String> unmountAll(Path real) throws IOException {
    if (!Files.isDirectory(real, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    MountTable table = mounts.table();
    List<MountTable.Mount> below = table.at(real);
    if (below.isEmpty()) {
      return List.of();
    }
    List<String> problems = new ArrayList<>();
    for (MountTable.Mount copy : table.copiedOutOf(real)) {
      attempt("separate", copy, real, problems, () -> mounts.separate(copy.point()));
    }
    if (!problems.isEmpty()) {
      return problems;
    }
    // Later mounts may stand on earlier ones.
    for (MountTable.Mount mount : below.reversed()) {
      attempt("unmount", mount, real, problems, () -> mounts.unmount(mount.point()));
    }
    if (problems.isEmpty()) {
      mounts.table().at(real).forEach(m -> problems.add(stillMounted(m, "it came back", real)));
    }
    return problems;
  }

  private void attempt(
      String what, MountTable.Mount mount, Path real, List<String> problems, Runnable call)
      throws IOException {
    try {
      calls.run(
          what + " " + mount.point(),
          () -> {
            call.run();
            return true;
          });
    } catch (LinuxException e) {
      problems.add(stillMounted(mount, e.text(), real));
    }
  }

  private static String stillMounted(MountTable.Mount mount, String why, Path directory) {
    return "%s is still mounted (%s), %s: unmount it, then %s will be deleted"
        .formatted(mount.point(), mount.type(), why, directory);
  }
}
