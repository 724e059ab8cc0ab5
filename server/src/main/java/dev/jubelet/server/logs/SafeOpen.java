package dev.jubelet.server.logs;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Opens files below a directory without following a symbolic link on the way: each step is opened
 * relative to the one before, so that nothing can be swapped in between.
 */
public final class SafeOpen {
  private SafeOpen() {}

  /** An open file, and what was true of it then. */
  public record Opened(SeekableByteChannel channel, BasicFileAttributes attributes) {
    /** What tells it from another file of the same name. */
    Object inode() {
      return Objects.requireNonNull(attributes.fileKey(), "Linux has inodes");
    }
  }

  /** What stands there is a link, a directory, a pipe or the like. */
  public static final class NotRegularException extends IOException {
    private static final long serialVersionUID = 1L;

    NotRegularException(Path name) {
      super(name + " is not a regular file");
    }
  }

  /** Work on the last directory of a path. */
  private interface Last<T extends @Nullable Object> {
    T in(SecureDirectoryStream<Path> directory, Path name) throws IOException;
  }

  /** Opens a regular file for reading; anything else is refused with an exception. */
  public static Opened open(Path root, Path file) throws IOException {
    return descend(
        root,
        file,
        (directory, name) -> {
          while (true) {
            BasicFileAttributes before = attributes(directory, name);
            SeekableByteChannel channel =
                directory.newByteChannel(
                    name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
            // Rotated in this instant: the channel may belong to either file.
            Opened opened = new Opened(channel, before);
            if (isStill(opened, directory, name)) {
              return opened;
            }
            channel.close();
          }
        });
  }

  /** What the name stands for now; null when for nothing. */
  static @Nullable Object inode(Path root, Path file) throws IOException {
    try {
      return descend(root, file, SafeOpen::inode);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static boolean isStill(Opened opened, SecureDirectoryStream<Path> directory, Path name)
      throws IOException {
    try {
      return opened.inode().equals(inode(directory, name));
    } catch (IOException e) {
      opened.channel().close();
      throw e;
    }
  }

  /** The names of all that is in the same directory. */
  static Set<String> namesBeside(Path root, Path file) throws IOException {
    return descend(
        root,
        file,
        (directory, name) -> {
          Set<String> names = new TreeSet<>();
          directory.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
          return names;
        });
  }

  private static Object inode(SecureDirectoryStream<Path> directory, Path name) throws IOException {
    return Objects.requireNonNull(attributes(directory, name).fileKey(), "Linux has inodes");
  }

  private static BasicFileAttributes attributes(SecureDirectoryStream<Path> directory, Path name)
      throws IOException {
    BasicFileAttributes attributes =
        directory
            .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .readAttributes();
    if (!attributes.isRegularFile()) {
      throw new NotRegularException(name);
    }
    return attributes;
  }

  private static <T extends @Nullable Object> T descend(Path root, Path file, Last<T> last)
      throws IOException {
    Path relative = root.normalize().relativize(file.normalize());
    if (relative.startsWith("..") || relative.toString().isEmpty()) {
      throw new IOException(file + " is not below " + root);
    }
    try (DirectoryStream<Path> top = Files.newDirectoryStream(root)) {
      return descend(top, relative, last);
    }
  }

  private static <T extends @Nullable Object> T descend(
      DirectoryStream<Path> at, Path relative, Last<T> last) throws IOException {
    if (!(at instanceof SecureDirectoryStream<Path> directory)) {
      throw new NotDirectoryException(relative + ": relative opening is not supported here");
    }
    Path first = relative.getName(0);
    if (relative.getNameCount() == 1) {
      return last.in(directory, first);
    }
    try (DirectoryStream<Path> next =
        directory.newDirectoryStream(first, LinkOption.NOFOLLOW_LINKS)) {
      return descend(next, relative.subpath(1, relative.getNameCount()), last);
    }
  }
}
