package dev.jubelet.server;

import dev.jubelet.server.listener.BoundSocket;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All addresses of the agent, taken before anything is served on them: who cannot have one of them
 * must not begin at all.
 *
 * <p>Thread: the one that starts and ends the agent. Owns: the sockets and the socket file.
 */
public final class ServerSockets implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ServerSockets.class);

  /** Where to listen; what is null is not listened on. */
  public record Addresses(
      @Nullable InetSocketAddress main,
      @Nullable InetSocketAddress readOnly,
      @Nullable InetSocketAddress healthz,
      @Nullable AgentSocket local) {}

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final Optional<LocalSocket> local;
  private final Optional<BoundSocket> main;
  private final Optional<BoundSocket> readOnly;
  private final Optional<BoundSocket> healthz;

  /**
   * Takes all of them or none.
   *
   * @throws dev.jubelet.server.listener.ListenException naming the address that cannot be had
   */
  public ServerSockets(Addresses wanted) {
    try {
      local = Optional.ofNullable(wanted.local()).map(place -> keep(LocalSocket.bind(place)));
      main = bind(wanted.main());
      readOnly = bind(wanted.readOnly());
      healthz = bind(wanted.healthz());
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private Optional<BoundSocket> bind(@Nullable InetSocketAddress address) {
    return Optional.ofNullable(address).map(wanted -> keep(BoundSocket.bind(wanted)));
  }

  private <T extends AutoCloseable> T keep(T socket) {
    open.push(socket);
    return socket;
  }

  Optional<BoundSocket> main() {
    return main;
  }

  Optional<BoundSocket> readOnly() {
    return readOnly;
  }

  Optional<BoundSocket> healthz() {
    return healthz;
  }

  Optional<BoundSocket> local() {
    return local.map(LocalSocket::socket);
  }

  /** Where the CLI finds the agent; empty when it is not to. */
  public Optional<Path> localPath() {
    return local.map(LocalSocket::path);
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        log.atError().setCause(e).log("Failed to close a socket");
      }
    }
  }
}
