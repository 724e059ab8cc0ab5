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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens a file below a directory without following a symbolic link on the way: each step is opened
 * relative to the one before, so that nothing can be swapped in between.
 */
final class Beneath {
  private Beneath() {}

  /** An open file with what tells it from another file of the same name. */
  record Opened(SeekableByteChannel channel, Object inode) {}

  /** Work on the last directory of a path. */
  private interface Last<T extends @Nullable Object> {
    T in(SecureDirectoryStream<Path> directory, Path name) throws IOException;
  }

  static Opened open(Path root, Path file) throws IOException {
    return descend(
        root,
        file,
        (directory, name) -> {
          while (true) {
            Object before = inode(directory, name);
            SeekableByteChannel channel =
                directory.newByteChannel(
                    name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
            // Rotated in this instant: the channel may belong to either file.
            if (before.equals(inode(directory, name))) {
              return new Opened(channel, before);
            }
            channel.close();
          }
        });
  }

  /** What the name stands for now; null when for nothing. */
  static @Nullable Object inode(Path root, Path file) throws IOException {
    try {
      return descend(root, file, Beneath::inode);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static Object inode(SecureDirectoryStream<Path> directory, Path name) throws IOException {
    BasicFileAttributes attributes =
        directory
            .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .readAttributes();
    if (!attributes.isRegularFile()) {
      throw new IOException(name + " is not a regular file");
    }
    return attributes.fileKey();
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
