package dev.jubelet.app;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.Field;
import dev.jubelet.app.config.field.ServerFields;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.base.RuntimeDirectory;
import dev.jubelet.edge.host.PortHolder;
import dev.jubelet.server.AgentSocket;
import dev.jubelet.server.ServerSockets;
import dev.jubelet.server.listener.ListenException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What only one agent can have: the root directory, the local socket and the ports. It is taken
 * before anything else is touched, so that an agent that may not run leaves the other one's pods
 * alone.
 *
 * <p>Thread: the one that starts and ends the agent. Owns: all of it.
 */
final class NodeClaim implements AutoCloseable {
  private final RootLock root;
  private final ServerSockets sockets;

  private NodeClaim(RootLock root, ServerSockets sockets) {
    this.root = root;
    this.sockets = sockets;
  }

  /** Takes all of it or nothing; throws {@link StartException}. */
  static NodeClaim take(KubeletOptions options) {
    Path directory = Path.of(options.flags().get(NodeFlags.ROOT_DIR));
    RootLock root = RootLock.take(directory, RuntimeDirectory.SYSTEM);
    try {
      return new NodeClaim(root, new ServerSockets(addresses(options.config(), directory)));
    } catch (ListenException e) {
      root.close();
      throw refused(options.config(), e);
    } catch (RuntimeException e) {
      root.close();
      throw e;
    }
  }

  private static ServerSockets.Addresses addresses(KubeletConfig config, Path directory) {
    return new ServerSockets.Addresses(
        address(
            config.get(ServerFields.ENABLE_SERVER),
            config.get(ServerFields.ADDRESS),
            config.get(ServerFields.PORT)),
        address(
            config.get(ServerFields.READ_ONLY_PORT) > 0,
            config.get(ServerFields.ADDRESS),
            config.get(ServerFields.READ_ONLY_PORT)),
        address(
            config.get(ServerFields.HEALTHZ_PORT) > 0,
            config.get(ServerFields.HEALTHZ_BIND_ADDRESS),
            config.get(ServerFields.HEALTHZ_PORT)),
        AgentSocket.of(directory));
  }

  private static @Nullable InetSocketAddress address(boolean wanted, String host, int port) {
    return wanted ? new InetSocketAddress(host, port) : null;
  }

  private static StartException refused(KubeletConfig config, ListenException e) {
    if (!(e.address() instanceof InetSocketAddress address)) {
      return new StartException(e.getMessage() + "; end it or give another --root-dir", e);
    }
    String field =
        List.of(ServerFields.PORT, ServerFields.READ_ONLY_PORT, ServerFields.HEALTHZ_PORT).stream()
            .filter(port -> config.get(port) == address.getPort())
            .map(Field::path)
            .findFirst()
            .orElse("port");
    OptionalLong holder = PortHolder.of(address.getPort());
    String who = holder.isEmpty() ? "" : " by process " + holder.getAsLong();
    return new StartException(
        "%s (field %s)%s; end what listens there or configure another %s"
            .formatted(e.getMessage(), field, who, field),
        e);
  }

  ServerSockets sockets() {
    return sockets;
  }

  /** Where the CLI finds the agent. */
  Path socket() {
    return sockets.localPath().orElseThrow();
  }

  @Override
  public void close() {
    sockets.close();
    root.close();
  }
}
