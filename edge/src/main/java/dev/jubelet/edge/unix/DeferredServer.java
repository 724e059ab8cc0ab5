package dev.jubelet.edge.unix;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A gRPC server on a socket file that costs nothing until somebody comes: it listens at once, but
 * the server behind it is made, and its classes loaded, when the first client connects.
 *
 * <p>The socket is made under another name and moved to its place, so that a client finds either
 * what a dead agent left behind, which refuses it, or a socket that answers with the right mode.
 *
 * <p>Thread: opened and closed by the owner; a virtual thread waits for the first client. Owns: the
 * socket file and the server.
 */
public final class DeferredServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(DeferredServer.class);
  private static final String UNFINISHED = ".s";

  private final Path path;
  private final String threadName;
  private final Supplier<List<ServerServiceDefinition>> services;
  private final ServerSocketChannel channel;

  @GuardedBy("this")
  private @Nullable Server server;

  @GuardedBy("this")
  private boolean closed;

  private DeferredServer(
      Path path,
      String threadName,
      Supplier<List<ServerServiceDefinition>> services,
      ServerSocketChannel channel) {
    this.path = path;
    this.threadName = threadName;
    this.services = services;
    this.channel = channel;
  }

  /**
   * Listens in an existing directory, in place of what is there.
   *
   * @throws UncheckedIOException naming the socket that cannot be had
   */
  public static DeferredServer open(
      Path path,
      Set<PosixFilePermission> mode,
      String threadName,
      Supplier<List<ServerServiceDefinition>> services) {
    DeferredServer made = new DeferredServer(path, threadName, services, listen(path, mode));
    Thread.ofVirtual().name(threadName).start(made::awaitFirst);
    return made;
  }

  private static ServerSocketChannel listen(Path path, Set<PosixFilePermission> mode) {
    Path unfinished = path.resolveSibling(UNFINISHED);
    try {
      Files.deleteIfExists(unfinished);
      ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        channel.bind(UnixDomainSocketAddress.of(unfinished));
        Files.setPosixFilePermissions(unfinished, mode);
        Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
        return channel;
      } catch (IOException | RuntimeException e) {
        channel.close();
        Files.deleteIfExists(unfinished);
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on " + path, e);
    }
  }

  private void awaitFirst() {
    try {
      serve(channel.accept());
    } catch (ClosedChannelException e) {
      log.atTrace().addKeyValue("socket", path).log("Closed before a client came");
    } catch (IOException e) {
      log.atError().setCause(e).addKeyValue("socket", path).log("Cannot serve");
    }
  }

  private synchronized void serve(SocketChannel first) throws IOException {
    if (closed) {
      first.close();
      return;
    }
    var builder = UnixGrpc.server(path, () -> new BoundUnixSocket(channel, first), threadName);
    services.get().forEach(builder::addService);
    server = builder.build().start();
  }

  /** Drops all clients and removes the socket file. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (server != null) {
      server.shutdownNow();
    }
    try {
      channel.close();
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + path, e);
    }
  }
}
