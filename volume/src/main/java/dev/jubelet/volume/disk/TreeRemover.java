package dev.jubelet.volume.disk;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Deletes a directory that strangers could write in. Every step is taken relative to the open
 * parent directory and no link is followed, so nothing outside can be reached by swapping a
 * directory for a link meanwhile. Another filesystem is not entered. What cannot be deleted, such
 * as an immutable file, does not save the rest. A tree may be deeper than the files a process may
 * hold open or the path that the kernel takes: what is too deep is moved up first.
 *
 * <p>Thread: that of the caller. Owns: one directory while it is being emptied.
 */
public final class TreeRemover {
  /** So many names of the greatest length leave room for the root in a path of 4096 bytes. */
  private static final int DEEPEST = 12;

  private static final int TRIES = 3;

  private final long device;
  private final SecureDirectoryStream<Path> top;
  private boolean movedUp;
  private @Nullable IOException firstFailure;

  private TreeRemover(long device, SecureDirectoryStream<Path> top) {
    this.device = device;
    this.top = top;
  }

  /** Deletes {@code parent/name} with all in it; nothing there is no failure. */
  public static void remove(Path parent, Path name) throws IOException {
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(parent)) {
      if (!(stream instanceof SecureDirectoryStream<Path> above)) {
        throw new IOException("cannot delete safely in " + parent + ": the system has no openat");
      }
      if (!isDirectory(above, name)) {
        throw new IOException(parent.resolve(name) + " is not a directory");
      }
      remove(above, name, parent.resolve(name));
    } catch (NoSuchFileException e) {
      // Somebody else deleted it, which is what was wanted.
      return;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  private static void remove(SecureDirectoryStream<Path> above, Path name, Path path)
      throws IOException {
    int tries = 0;
    while (true) {
      boolean movedUp = emptyOnce(above, name, path);
      try {
        above.deleteDirectory(name);
        return;
      } catch (DirectoryNotEmptyException e) {
        // What was moved up waits for the next round; otherwise a stranger keeps adding entries.
        if (!movedUp && ++tries == TRIES) {
          throw e;
        }
      }
    }
  }

  private static boolean emptyOnce(SecureDirectoryStream<Path> above, Path name, Path path)
      throws IOException {
    try (SecureDirectoryStream<Path> top =
        above.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
      TreeRemover remover = new TreeRemover(device(path), top);
      remover.empty(top, path, 0);
      if (remover.firstFailure != null) {
        throw remover.firstFailure;
      }
      return remover.movedUp;
    }
  }

  /** Returns whether the directory is empty now. */
  private boolean empty(SecureDirectoryStream<Path> directory, Path path, int depth)
      throws IOException {
    boolean all = true;
    for (Path entry : directory) {
      Path name = entry.getFileName();
      try {
        if (isDirectory(directory, name)) {
          all &= removeDirectory(directory, name, path.resolve(name), depth + 1);
        } else {
          directory.deleteFile(name);
        }
      } catch (ClosedByInterruptException e) {
        throw e;
      } catch (IOException e) {
        all &= noted(path.resolve(name), e);
      }
    }
    return all;
  }

  /** Returns whether the failure does not matter: somebody else deleted it, as was wanted. */
  private boolean noted(Path path, IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return true;
    }
    if (firstFailure == null) {
      firstFailure = new IOException("cannot delete " + path + ": " + reason(failure), failure);
    }
    return false;
  }

  private boolean removeDirectory(
      SecureDirectoryStream<Path> parent, Path name, Path path, int depth) throws IOException {
    if (depth > DEEPEST) {
      parent.move(name, top, Path.of(".deleting-" + UUID.randomUUID()));
      movedUp = true;
      return true;
    }
    if (device(path) != device) {
      throw new IOException("it is on another filesystem, which is not touched");
    }
    boolean all;
    try (SecureDirectoryStream<Path> directory =
        parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
      all = empty(directory, path, depth);
    }
    if (all) {
      parent.deleteDirectory(name);
    }
    return all;
  }

  private static String reason(IOException e) {
    String why = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    return why != null ? why : e.getClass().getSimpleName();
  }

  private static boolean isDirectory(SecureDirectoryStream<Path> parent, Path name)
      throws IOException {
    return parent
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes()
        .isDirectory();
  }

  private static long device(Path path) throws IOException {
    return (long) Files.getAttribute(path, "unix:dev", LinkOption.NOFOLLOW_LINKS);
  }
}
