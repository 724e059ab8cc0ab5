package dev.jubelet.testing.cri;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.edge.unix.UnixChannel;
import dev.jubelet.edge.unix.UnixGrpc;
import io.grpc.HandlerRegistry;
import io.grpc.Server;
import io.grpc.ServerMethodDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Stands between an agent and its runtime on sockets of their own and lets calls go wrong by {@link
 * #rules}. Knows the names of calls and the bytes of their requests; what no rule names passes
 * through.
 *
 * <p>Thread: calls run on virtual threads. Owns: its server and its connection to the runtime.
 */
public final class CriProxy implements AutoCloseable {
  private static final int MAX_MESSAGE_BYTES = 64 << 20;

  private final ProxyRules rules = new ProxyRules();
  private final Path socket;
  private final UnixChannel runtime;
  private final Server server;

  /** Listens at once; the runtime need not be there yet. */
  public CriProxy(Path socket, CriEndpoint runtime, Timers timers) {
    this.socket = socket;
    this.runtime = new UnixChannel(runtime.path(), "cri-proxy-client", MAX_MESSAGE_BYTES);
    try {
      this.server =
          UnixGrpc.server(socket, "cri-proxy")
              .fallbackHandlerRegistry(new EveryMethod(timers))
              .maxInboundMessageSize(MAX_MESSAGE_BYTES)
              .build()
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot serve the proxy on " + socket, e);
    }
  }

  public CriEndpoint endpoint() {
    return new CriEndpoint(socket);
  }

  /** What is to go wrong; may change at any time. */
  public ProxyRules rules() {
    return rules;
  }

  /** Drops all connections and removes the socket file. */
  @Override
  public void close() {
    server.shutdownNow();
    runtime.close();
    Servers.awaitEnd(server);
  }

  /** Takes every method that is called. */
  private final class EveryMethod extends HandlerRegistry {
    private final Timers timers;

    EveryMethod(Timers timers) {
      this.timers = timers;
    }

    @Override
    public ServerMethodDefinition<?, ?> lookupMethod(String name, @Nullable String authority) {
      String rpc = name.substring(name.lastIndexOf('/') + 1);
      return ServerMethodDefinition.create(
          RawBytes.method(name),
          (call, headers) ->
              new ProxiedCall(call, runtime, request -> rules.next(rpc, request), timers).begin());
    }
  }
}
