package dev.jubelet.app;

import dev.jubelet.base.RuntimeDirectory;
import dev.jubelet.edge.host.LockHolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right to be the agent of a root directory. The kernel takes it back when the process ends,
 * however it ends.
 *
 * <p>Thread: the one that starts and ends the agent. Owns: the locked file, which stays: who opened
 * it before it was deleted would lock another one.
 */
final class RootLock implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RootLock.class);
  private static final String FILE = "jubelet.lock";

  private final FileChannel channel;

  private RootLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Makes the directory when it is missing, and takes it; throws {@link StartException}. */
  static RootLock take(Path root, RuntimeDirectory memory) {
    try {
      Files.createDirectories(
          root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
      if (Files.getFileStore(root).isReadOnly()) {
        throw refused(root, "is on a read-only file system; mount it writable", null);
      }
      return take(root, channel(root, memory));
    } catch (FileAlreadyExistsException e) {
      throw refused(root, "is not a directory; remove the file or give another --root-dir", e);
    } catch (AccessDeniedException e) {
      throw refused(root, "cannot be written to: permission denied; run as root", e);
    } catch (IOException e) {
      throw refused(root, "cannot be used: " + e, e);
    }
  }

  private static StartException refused(Path root, String why, @Nullable Throwable cause) {
    return new StartException("--root-dir " + root + " " + why, cause);
  }

  /** On a full disk not even an empty file may be had. */
  private static FileChannel channel(Path root, RuntimeDirectory memory) throws IOException {
    try {
      return open(root.resolve(FILE));
    } catch (AccessDeniedException e) {
      throw e;
    } catch (IOException e) {
      log.atWarn()
          .addKeyValue("directory", root)
          .addKeyValue("error", e.getMessage())
          .log("Failed to create the lock file in the root directory; using one in memory");
      return open(memory.make(root).resolve(FILE));
    }
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  private static RootLock take(Path root, FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return new RootLock(channel);
      }
    } catch (OverlappingFileLockException e) {
      log.atDebug()
          .addKeyValue("directory", root)
          .log("Another agent in this process holds the lock");
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    StartException refusal = refused(root, "is in use by another agent" + named(root), null);
    channel.close();
    throw refusal;
  }

  private static String named(Path root) {
    OptionalLong pid = LockHolder.of(root.resolve(FILE));
    return pid.isEmpty()
        ? "; end it or give another --root-dir"
        : ", process " + pid.getAsLong() + "; end it or give another --root-dir";
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      log.atWarn().addKeyValue("error", e.getMessage()).log("Failed to close the lock file");
    }
  }
}
