package dev.jubelet.server.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/** The directories in which something changes when a file, or a link on the way to it, does. */
final class LinkTrail {
  private static final int MOST_LINKS = 40;

  private LinkTrail() {}

  /** The directory of the file, and of everything that it links to. */
  static Set<Path> directories(Path file) {
    Set<Path> directories = new LinkedHashSet<>();
    Path path = file.toAbsolutePath().normalize();
    for (int links = 0; links < MOST_LINKS; links++) {
      directories.add(path.getParent());
      if (!Files.isSymbolicLink(path)) {
        break;
      }
      try {
        path = path.resolveSibling(Files.readSymbolicLink(path)).normalize();
      } catch (IOException e) {
        // It went away just now, of which its directory tells.
        break;
      }
    }
    return directories;
  }
}
