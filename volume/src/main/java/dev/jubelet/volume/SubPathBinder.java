package dev.jubelet.volume;

import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.SubPathMount;
import dev.jubelet.volume.disk.Entries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Shows parts of volumes at places of their own, {@code
 * volume-subpaths/<volume>/<container>/<index>}, by binding what was safely opened.
 *
 * <p>Thread: any that may block; one at a time for a pod. Owns: {@code volume-subpaths} in each
 * pod's directory.
 */
final class SubPathBinder {
  static final String DIRECTORY = "volume-subpaths";

  private final Mounts mounts;

  SubPathBinder(Mounts mounts) {
    this.mounts = mounts;
  }

  /** What an earlier container or an earlier agent has bound there is kept when it is the same. */
  void bind(Descriptor source, SubPathMount wanted) throws IOException {
    Path target = wanted.target();
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      if (Descriptor.identity(target).equals(source.identity())) {
        return;
      }
      unmountAll(target);
      Files.delete(target);
    }
    makeParents(target);
    if (source.isDirectory()) {
      Files.createDirectory(
          target,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
    } else {
      Files.createFile(
          target,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----")));
    }
    mounts.bind(source, target);
  }

  /** Mounts may stand on one another. */
  private void unmountAll(Path target) {
    boolean more = true;
    while (more) {
      more = mounts.unmount(target);
    }
  }

  private static void makeParents(Path target) throws IOException {
    Files.createDirectories(
        target.getParent(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
  }

  /**
   * Takes away the empty places of a pod. Nothing in them is deleted: a place that is not empty is
   * still mounted, and the kernel refuses.
   */
  static void clean(Path podDirectory) throws IOException {
    remove(podDirectory.resolve(DIRECTORY), 3);
  }

  private static void remove(Path directory, int levels) throws IOException {
    if (levels > 0) {
      for (Path entry : Entries.of(directory)) {
        remove(entry, levels - 1);
      }
    }
    Files.deleteIfExists(directory);
  }
}
