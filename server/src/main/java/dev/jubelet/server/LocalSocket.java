package dev.jubelet.server;

import dev.jubelet.server.listener.BoundSocket;
import dev.jubelet.server.listener.ListenException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The unix-domain socket for the CLI. Its file mode is the access control, so it is made in a
 * closed directory and moved to its place only when the mode is right; the move replaces what a
 * dead agent left behind.
 *
 * <p>Thread: the owner's. Owns: the socket file.
 */
final class LocalSocket implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LocalSocket.class);

  private final AgentSocket place;
  private final Path path;
  private final BoundSocket socket;

  private LocalSocket(AgentSocket place, Path path, BoundSocket socket) {
    this.place = place;
    this.path = path;
    this.socket = socket;
  }

  /**
   * Takes the place, unless another agent answers there.
   *
   * @throws ListenException naming the socket that cannot be had
   */
  static LocalSocket bind(AgentSocket place) {
    refuseIfAlive(place.usual());
    refuseIfAlive(place.inMemory());
    LocalSocket bound = bindWhereRoom(place);
    if (bound.path.equals(place.usual())) {
      forget(place.inMemory());
      place.leaveMemory();
    } else {
      forget(place.usual());
    }
    return bound;
  }

  private static void refuseIfAlive(Path path) {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(path);
    if (!AgentSocket.exists(path)) {
      return;
    }
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(address);
    } catch (ConnectException e) {
      return;
    } catch (IOException e) {
      throw new ListenException(address, e);
    }
    throw new ListenException(address, new IOException("another agent answers there"));
  }

  private static LocalSocket bindWhereRoom(AgentSocket place) {
    try {
      return bind(place, place.usual());
    } catch (IOException | ListenException e) {
      log.atWarn()
          .addKeyValue("socket", place.usual())
          .addKeyValue("instead", place.inMemory())
          .addKeyValue("error", e.getMessage())
          .log("Failed to create the local socket in the root directory; using one in memory");
    }
    try {
      return bind(place, place.makeInMemory());
    } catch (IOException e) {
      throw new ListenException(UnixDomainSocketAddress.of(place.usual()), e);
    }
  }

  private static LocalSocket bind(AgentSocket place, Path path) throws IOException {
    Path directory =
        Files.createTempDirectory(
            path.toAbsolutePath().resolveSibling(""),
            ".s",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Path hidden = directory.resolve("s");
    try {
      BoundSocket socket = BoundSocket.bind(UnixDomainSocketAddress.of(hidden));
      try {
        Files.setPosixFilePermissions(hidden, PosixFilePermissions.fromString("rw-------"));
        Files.move(hidden, path, StandardCopyOption.ATOMIC_MOVE);
        return new LocalSocket(place, path, socket);
      } catch (IOException e) {
        socket.close();
        throw e;
      }
    } finally {
      Files.deleteIfExists(hidden);
      Files.delete(directory);
    }
  }

  /** What a dead agent left elsewhere would be found in place of this one. */
  private static void forget(Path dead) {
    try {
      Files.deleteIfExists(dead);
    } catch (IOException e) {
      log.atWarn()
          .addKeyValue("socket", dead)
          .addKeyValue("error", e.getMessage())
          .log("Failed to delete the socket of a previous agent");
    }
  }

  Path path() {
    return path;
  }

  BoundSocket socket() {
    return socket;
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(path);
      place.leaveMemory();
    } catch (IOException e) {
      throw new ListenException(UnixDomainSocketAddress.of(path), e);
    } finally {
      socket.close();
    }
  }
}
