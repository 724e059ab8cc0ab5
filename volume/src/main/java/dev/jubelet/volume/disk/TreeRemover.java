package dev.jubelet.volume.disk;

import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.LinuxException;
import java.io.Closeable;
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
import java.nio.file.attribute.BasicFileAttributes;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Deletes a directory that strangers could write in. Every step is taken relative to the open
 * parent directory and no link is followed, so nothing outside can be reached by swapping a
 * directory for a link meanwhile. Nothing that is mounted is entered, also when it is of the same
 * filesystem or comes while the tree is being deleted. What cannot be deleted, such as an immutable
 * file, does not save the rest. A tree may be deeper than the files a process may hold open: what
 * is too deep is moved up first.
 *
 * <p>Thread: that of the caller, for as long as it takes. Owns: one directory while it is being
 * emptied.
 */
public final class TreeRemover {
  /** Each level holds two file descriptors. */
  private static final int DEEPEST = 12;

  private static final int TRIES = 3;

  private final SecureDirectoryStream<Path> top;
  private final boolean sparing;
  private boolean movedUp;
  private @Nullable IOException firstFailure;

  /** A directory held open, and what stands in it. */
  private record Opened(Descriptor itself, SecureDirectoryStream<Path> entries)
      implements Closeable {
    @SuppressWarnings("StreamResourceLeak") // it is closed with this
    static Opened of(Descriptor directory) throws IOException {
      try {
        DirectoryStream<Path> stream = Files.newDirectoryStream(directory.path());
        if (stream instanceof SecureDirectoryStream<Path> entries) {
          return new Opened(directory, entries);
        }
        stream.close();
        throw new IOException("cannot be deleted safely: the system has no openat");
      } catch (IOException e) {
        directory.close();
        throw e;
      }
    }

    Opened enter(Path name) throws IOException {
      try {
        return of(itself.openEntryOfSameMount(name));
      } catch (LinuxException e) {
        throw switch (e.kind()) {
          case NOT_FOUND -> new NoSuchFileException(name.toString());
          case ESCAPES ->
              new IOException(name + " is a mount or has become a link, which is not entered", e);
          case EXISTS,
              NOT_A_DIRECTORY,
              BUSY,
              INVALID,
              CHANGED,
              REFUSED,
              UNSUPPORTED,
              LATE,
              CANCELLED,
              OTHER ->
              new IOException(e.text(), e);
        };
      }
    }

    boolean isDirectory(Path name) throws IOException {
      return attributes(name).isDirectory();
    }

    boolean hasContent(Path name) throws IOException {
      BasicFileAttributes file = attributes(name);
      return file.isRegularFile() && file.size() > 0;
    }

    private BasicFileAttributes attributes(Path name) throws IOException {
      return entries
          .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
          .readAttributes();
    }

    @Override
    public void close() throws IOException {
      try (itself) {
        entries.close();
      }
    }
  }

  private TreeRemover(SecureDirectoryStream<Path> top, boolean sparing) {
    this.top = top;
    this.sparing = sparing;
  }

  /** Deletes {@code parent/name} with all in it; nothing there is no failure. */
  public static void remove(Path parent, Path name) throws IOException {
    remove(parent, name, false);
  }

  /** The same where files that hold something may be somebody's data: such are a failure. */
  public static void removeSparingContent(Path parent, Path name) throws IOException {
    remove(parent, name, true);
  }

  private static void remove(Path parent, Path name, boolean sparing) throws IOException {
    if (!Files.isDirectory(parent)) {
      return;
    }
    try (Opened above = Opened.of(Descriptor.open(parent))) {
      if (!above.isDirectory(name)) {
        throw new IOException(parent.resolve(name) + " is not a directory");
      }
      remove(above, name, parent.resolve(name), sparing);
    } catch (NoSuchFileException e) {
      // Somebody else deleted it, which is what was wanted.
      return;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  private static void remove(Opened above, Path name, Path path, boolean sparing)
      throws IOException {
    int tries = 0;
    while (true) {
      boolean movedUp = emptyOnce(above, name, path, sparing);
      try {
        above.entries().deleteDirectory(name);
        return;
      } catch (DirectoryNotEmptyException e) {
        // What was moved up waits for the next round; otherwise a stranger keeps adding entries.
        if (!movedUp && ++tries == TRIES) {
          throw e;
        }
      }
    }
  }

  private static boolean emptyOnce(Opened above, Path name, Path path, boolean sparing)
      throws IOException {
    try (Opened top = above.enter(name)) {
      TreeRemover remover = new TreeRemover(top.entries(), sparing);
      remover.empty(top, path, 0);
      if (remover.firstFailure != null) {
        throw remover.firstFailure;
      }
      return remover.movedUp;
    }
  }

  /** Returns whether the directory is empty now. */
  private boolean empty(Opened directory, Path path, int depth) throws IOException {
    boolean all = true;
    for (Path entry : directory.entries()) {
      Path name = entry.getFileName();
      try {
        if (directory.isDirectory(name)) {
          all &= removeDirectory(directory, name, path.resolve(name), depth + 1);
        } else if (sparing && directory.hasContent(name)) {
          throw new IOException("it may be somebody's data: look at it and delete it");
        } else {
          directory.entries().deleteFile(name);
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

  private boolean removeDirectory(Opened parent, Path name, Path path, int depth)
      throws IOException {
    if (depth > DEEPEST) {
      parent.entries().move(name, top, Path.of(".deleting-" + UUID.randomUUID()));
      movedUp = true;
      return true;
    }
    boolean all;
    try (Opened directory = parent.enter(name)) {
      all = empty(directory, path, depth);
    }
    if (all) {
      parent.entries().deleteDirectory(name);
    }
    return all;
  }

  private static String reason(IOException e) {
    String why = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    return why != null ? why : e.getClass().getSimpleName();
  }
}
