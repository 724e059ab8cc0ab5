package dev.jubelet.testing.cri;

import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.edge.unix.UnixGrpc;
import io.grpc.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Serves a {@link CriRuntime} on a unix socket.
 *
 * <p>Thread: calls run on virtual threads, interrupted when the client gives up. Owns: the server
 * and its socket file.
 */
public final class CriServer implements AutoCloseable {
  private final Path socket;
  private final Server server;

  /** Listens at once. */
  public CriServer(CriRuntime runtime, Path socket) {
    this.socket = socket;
    try {
      this.server =
          UnixGrpc.server(socket, "cri-server")
              .addService(CriServices.runtime(runtime))
              .addService(CriServices.images(runtime))
              .maxInboundMessageSize(16 << 20)
              .build()
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot serve the CRI on " + socket, e);
    }
  }

  public CriEndpoint endpoint() {
    return new CriEndpoint(socket);
  }

  /** Drops all connections and removes the socket file. */
  @Override
  public void close() {
    server.shutdownNow();
    Servers.awaitEnd(server);
  }
}
