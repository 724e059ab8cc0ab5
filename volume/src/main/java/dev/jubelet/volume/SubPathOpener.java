package dev.jubelet.volume;

import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.LinuxException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Opens a path in a volume that containers write to meanwhile. Links in the volume are followed as
 * long as they stay in it; what is missing is made as a directory with the mode of the volume. The
 * result is held open, so nobody can put something else in its place.
 *
 * <p>Thread: any that may block.
 */
final class SubPathOpener {
  /** Permissions, that the group is inherited, and that only owners may delete. */
  private static final int KEPT_BITS = 07777;

  /** Between looking and opening others may take away what was there; they cannot win for ever. */
  private static final int TRIES = 16;

  private SubPathOpener() {}

  static Descriptor open(Path volume, String subPath) throws IOException {
    Path path = Path.of(subPath).normalize();
    try (Descriptor root = Descriptor.open(volume)) {
      try {
        return open(root, path);
      } catch (LinuxException e) {
        if (e.kind() != LinuxException.Kind.ESCAPES) {
          throw e;
        }
        Optional<Path> inside = HostSymlinks.resolve(root, volume.toRealPath(), path);
        return open(root, inside.orElseThrow(() -> e));
      }
    }
  }

  private static Descriptor open(Descriptor root, Path path) throws IOException {
    for (int i = 1; ; i++) {
      try {
        return root.openBeneath(path.toString().isEmpty() ? "." : path.toString());
      } catch (LinuxException e) {
        if (e.kind() != LinuxException.Kind.NOT_FOUND || i == TRIES) {
          throw e;
        }
      }
      makeMissing(root, path);
    }
  }

  private static void makeMissing(Descriptor root, Path path) throws IOException {
    int mode = root.mode() & KEPT_BITS;
    for (int depth = 1; depth <= path.getNameCount(); depth++) {
      String name = path.getName(depth - 1).toString();
      String parent = depth == 1 ? "." : path.subpath(0, depth - 1).toString();
      try (Descriptor above = root.openBeneath(parent)) {
        above.makeDirectory(name, mode);
      } catch (LinuxException e) {
        // It is there already, or its parent has gone again: the next open tells.
        if (e.kind() != LinuxException.Kind.EXISTS && e.kind() != LinuxException.Kind.NOT_FOUND) {
          throw e;
        }
      }
    }
  }
}
