package dev.jubelet.server;

import dev.jubelet.base.Timers;
import dev.jubelet.server.http.Handler;
import dev.jubelet.server.listener.ListenException;
import dev.jubelet.server.listener.Listener;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The unix-domain socket for the people's command. Its file mode is the access control, so it is
 * made in a closed directory and moved to its place only when the mode is right; the move replaces
 * what a dead agent left behind.
 *
 * <p>Thread: started and stopped by the owner. Owns: the socket file.
 */
final class LocalSocket implements AutoCloseable {
  private final Path path;
  private final Listener listener;

  private LocalSocket(Path path, Listener listener) {
    this.path = path;
    this.listener = listener;
  }

  static LocalSocket open(Path path, Handler handler, Timers timers) {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(path);
    try {
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && isAlive(address)) {
        throw new ListenException(address, new IOException("another agent answers there"));
      }
      return bind(path, handler, timers);
    } catch (IOException e) {
      throw new ListenException(address, e);
    }
  }

  private static boolean isAlive(UnixDomainSocketAddress address) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return channel.connect(address);
    } catch (ConnectException e) {
      return false;
    }
  }

  private static LocalSocket bind(Path path, Handler handler, Timers timers) throws IOException {
    Path directory =
        Files.createTempDirectory(
            path.toAbsolutePath().resolveSibling(""),
            ".s",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Path hidden = directory.resolve("s");
    try {
      Listener listener = Listener.open(UnixDomainSocketAddress.of(hidden), null, handler, timers);
      try {
        Files.setPosixFilePermissions(hidden, PosixFilePermissions.fromString("rw-------"));
        Files.move(hidden, path, StandardCopyOption.ATOMIC_MOVE);
        return new LocalSocket(path, listener);
      } catch (IOException e) {
        listener.close();
        throw e;
      }
    } finally {
      Files.deleteIfExists(hidden);
      Files.delete(directory);
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new ListenException(UnixDomainSocketAddress.of(path), e);
    } finally {
      listener.close();
    }
  }
}
