package dev.jubelet.volume;

import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.SubPathMount;
import dev.jubelet.volume.disk.Entries;
import dev.jubelet.volume.disk.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows parts of volumes at places of their own, {@code
 * volume-subpaths/<volume>/<container>/<index>}, by binding what was safely opened.
 *
 * <p>Thread: any that may block; one at a time for a pod. Owns: {@code volume-subpaths} in each
 * pod's directory.
 */
final class SubPathBinder {
  private static final Logger log = LoggerFactory.getLogger(SubPathBinder.class);
  static final String DIRECTORY = "volume-subpaths";

  // volume-subpaths/<volume>/<container>/<index>
  private static final int LEVELS = 4;

  private final Mounts mounts;

  SubPathBinder(Mounts mounts) {
    this.mounts = mounts;
  }

  /** The directory of the pod that the target is in. */
  static Path home(SubPathMount wanted) {
    return wanted.target().resolve("../".repeat(LEVELS)).normalize();
  }

  /**
   * What an earlier container or an earlier agent has bound there is kept when it is the same. A
   * pod whose directory is gone has ended meanwhile, and nothing is bound for it.
   */
  void bind(Descriptor source, SubPathMount wanted) throws IOException {
    Path home = home(wanted);
    if (!Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS)) {
      throw new NoSuchFileException(home.toString(), null, "the pod has ended meanwhile");
    }
    Path target = wanted.target();
    // The kernel tells real paths.
    Path point = home.toRealPath().resolve(home.relativize(target));
    if (mounts.table().has(point)) {
      if (isSame(source, target)) {
        return;
      }
      unmountAll(target);
    }
    Files.deleteIfExists(target);
    PrivateDirectory.create(target.resolveSibling(""));
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

  /** A mount whose server has gone cannot be looked at, and is not the same. */
  private static boolean isSame(Descriptor source, Path target) {
    try {
      return Descriptor.identity(target).equals(source.identity());
    } catch (IOException e) {
      log.atDebug()
          .addKeyValue("target", target)
          .addKeyValue("cause", e.toString())
          .log("Failed to look at the subPath mount; mounting it again");
      return false;
    }
  }

  /** Mounts may stand on one another. */
  private void unmountAll(Path target) {
    boolean more = true;
    while (more) {
      more = mounts.unmount(target);
    }
  }

  /**
   * Takes away the empty places of a pod. Nothing in them is deleted: a place that is not empty is
   * still mounted, and the kernel refuses.
   */
  static void clean(Path podDirectory) throws IOException {
    remove(podDirectory.resolve(DIRECTORY), LEVELS - 1);
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
