package dev.jubelet.edge.linux;

import dev.jubelet.edge.host.HostException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads a file in a directory that a container may write to. The kernel resolves the path as if the
 * directory were the root of all files, so that no symbolic link leads out of it, whatever is
 * exchanged meanwhile.
 *
 * <p>Thread: any; a call may block as long as the file system does. Needs Linux 5.6.
 */
public final class RootedFile {
  private RootedFile() {}

  /**
   * Returns the whole file.
   *
   * @throws HostException NOT_FOUND when there is none, UNREADABLE when it is not a regular file,
   *     has more than {@code most} bytes or cannot be read, UNSUPPORTED by an old kernel
   */
  public static byte[] read(Path root, String path, int most) {
    try (Descriptor directory = Descriptor.open(root);
        Descriptor file = directory.openAsInRoot(path)) {
      return content(file.path(), path, most);
    } catch (LinuxException e) {
      throw failure(path, e);
    }
  }

  /** A descriptor that is only a place waits for nothing, not even at a FIFO. */
  private static byte[] content(Path file, String path, int most) {
    if (!Files.isRegularFile(file)) {
      throw new HostException(HostException.Kind.UNREADABLE, path + " is not a regular file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(most + 1);
      if (bytes.length > most) {
        throw new HostException(
            HostException.Kind.UNREADABLE, path + " has more than " + most + " bytes");
      }
      return bytes;
    } catch (IOException e) {
      throw new HostException(HostException.Kind.UNREADABLE, path + " cannot be read", e);
    }
  }

  private static HostException failure(String path, LinuxException e) {
    return switch (e.kind()) {
      case NOT_FOUND, NOT_A_DIRECTORY ->
          new HostException(HostException.Kind.NOT_FOUND, path + " does not exist");
      case UNSUPPORTED ->
          new HostException(
              HostException.Kind.UNSUPPORTED, "the kernel has no openat2: Linux 5.6 is needed");
      case EXISTS, ESCAPES, BUSY, INVALID, CHANGED, REFUSED, LATE, CANCELLED, OTHER ->
          new HostException(HostException.Kind.UNREADABLE, path + " cannot be opened", e);
    };
  }
}
