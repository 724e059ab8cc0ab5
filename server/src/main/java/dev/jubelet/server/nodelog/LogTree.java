package dev.jubelet.server.nodelog;

import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.logs.SafeOpen;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The directory that nothing is served from outside of. Links are resolved first, since those of
 * containers lead from one place in it to another; what they lead to is then opened without
 * following any.
 *
 * <p>Thread: any; immutable.
 */
final class LogTree {
  private static final List<String> NOWHERE =
      List.of("Not a directory", "File name too long", "Too many levels of symbolic links");

  private final Path root;

  LogTree(Path root) {
    this.root = root;
  }

  /** What a path below the root leads to. */
  record Place(Path root, Path real, boolean isDirectory) {}

  /**
   * Finds a path, which begins at the root whatever it looks like.
   *
   * @throws NoSuchFileException when nothing is there
   * @throws Refusal when it leads out
   */
  Place find(String path) throws IOException {
    try {
      Path relative = Path.of("/").relativize(Path.of("/" + path).normalize());
      Path realRoot = root.toRealPath();
      Path real = realRoot.resolve(relative).toRealPath();
      if (!real.startsWith(realRoot)) {
        throw new Refusal(403, "%s leads out of %s\n".formatted(path, root));
      }
      return new Place(realRoot, real, Files.isDirectory(real, LinkOption.NOFOLLOW_LINKS));
    } catch (InvalidPathException e) {
      throw new NoSuchFileException(path);
    } catch (NoSuchFileException e) {
      throw e;
    } catch (FileSystemException e) {
      throw missing(e, path);
    }
  }

  /** What no name can lead to is not there; only what is there can fail. */
  private static IOException missing(FileSystemException e, String path) {
    String reason = e.getReason() == null ? "" : e.getReason();
    return NOWHERE.stream().anyMatch(reason::startsWith) ? new NoSuchFileException(path) : e;
  }

  static SafeOpen.Opened open(Place place) throws IOException {
    return SafeOpen.open(place.root(), place.real());
  }

  /** The names in a directory, with whether each is a directory itself. */
  static SortedMap<String, Boolean> list(Place place) throws IOException {
    SortedMap<String, Boolean> names = new TreeMap<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(place.real())) {
      for (Path entry : entries) {
        names.put(
            String.valueOf(entry.getFileName()),
            Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS));
      }
    }
    return names;
  }
}
