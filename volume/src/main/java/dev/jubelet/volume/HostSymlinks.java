package dev.jubelet.volume;

import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.LinuxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Links in a volume that name a place in it by its whole path on the host. The kernel takes every
 * such link for one that leads out; this finds the way that stays inside. Only links are read, and
 * what is found has to be opened with the same care as any other path.
 *
 * <p>Thread: any that may block.
 */
final class HostSymlinks {
  /** As many as the kernel follows. */
  private static final int MOST_LINKS = 40;

  private final Descriptor root;
  private final Path volume;
  private final Deque<Path> ahead = new ArrayDeque<>();
  private Path behind = Path.of("");
  private int links;

  /** {@code volume} is the real path of what is open as {@code root}. */
  private HostSymlinks(Descriptor root, Path volume) {
    this.root = root;
    this.volume = volume;
  }

  /** A path without links as far as there is one; empty when it leads out of the volume. */
  static Optional<Path> resolve(Descriptor root, Path volume, Path path) throws IOException {
    return new HostSymlinks(root, volume).walk(path);
  }

  private Optional<Path> walk(Path path) throws IOException {
    push(path);
    while (!ahead.isEmpty()) {
      if (!step(ahead.pop())) {
        return Optional.empty();
      }
    }
    return Optional.of(behind);
  }

  private void push(Path path) {
    for (int i = path.getNameCount() - 1; i >= 0; i--) {
      ahead.push(path.getName(i));
    }
  }

  /** Returns false when the path leads out. */
  private boolean step(Path name) throws IOException {
    String text = name.toString();
    if (text.isEmpty() || text.equals(".")) {
      return true;
    }
    if (text.equals("..")) {
      boolean inside = !behind.toString().isEmpty();
      behind =
          behind.getNameCount() > 1 ? behind.subpath(0, behind.getNameCount() - 1) : Path.of("");
      return inside;
    }
    Optional<Path> target = target(name);
    if (target.isEmpty()) {
      behind = behind.resolve(name);
      return true;
    }
    return ++links <= MOST_LINKS && follow(target.get());
  }

  private boolean follow(Path target) {
    if (!target.isAbsolute()) {
      push(target);
      return true;
    }
    if (!target.startsWith(volume)) {
      return false;
    }
    behind = Path.of("");
    push(volume.relativize(target));
    return true;
  }

  /** Where a link leads; empty for what is none, or is not there. */
  private Optional<Path> target(Path name) throws IOException {
    String above = behind.toString();
    try (Descriptor parent = root.openBeneath(above.isEmpty() ? "." : above)) {
      return Optional.of(Files.readSymbolicLink(parent.path().resolve(name)));
    } catch (NoSuchFileException | NotLinkException e) {
      return Optional.empty();
    } catch (LinuxException e) {
      if (e.kind() == LinuxException.Kind.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
