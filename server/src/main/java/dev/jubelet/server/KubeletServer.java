package dev.jubelet.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Timers;
import dev.jubelet.server.auth.Access;
import dev.jubelet.server.auth.AccessFilter;
import dev.jubelet.server.http.Handler;
import dev.jubelet.server.listener.BoundSocket;
import dev.jubelet.server.listener.Listener;
import dev.jubelet.server.listener.TlsLayer;
import dev.jubelet.server.logs.ContainerLogPage;
import dev.jubelet.server.metric.HttpMeter.ServerType;
import dev.jubelet.server.stream.StreamProxy;
import dev.jubelet.server.tls.TlsSettings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;

/**
 * All listeners of the agent.
 *
 * <p>Thread: started and stopped by the process's life cycle. Owns: the listeners.
 */
public final class KubeletServer implements AutoCloseable {
  private final ServerConfig config;
  private final Access access;
  private final Telemetry telemetry;
  private final Routes routes;
  private final ContainerLogPage logs;
  private final StreamProxy streams;
  private final Timers timers;
  private final Deque<Listener> open = new ArrayDeque<>();

  /**
   * @param access asked for every request of the main server
   */
  public KubeletServer(
      ServerConfig config,
      AgentView agent,
      Access access,
      Telemetry telemetry,
      ContainerLogPage logs,
      ObjectMapper json,
      Timers timers) {
    this.config = config;
    this.access = access;
    this.telemetry = telemetry;
    this.logs = logs;
    this.timers = timers;
    this.streams =
        new StreamProxy(timers, config.streams().idleTimeout(), config.streams().endsWebSockets());
    this.routes = new Routes(agent, telemetry, logs, streams, json);
  }

  /** Serves on all sockets. Health last: who is told that all is well may ask for anything. */
  public void start() {
    ServerSockets sockets = config.sockets();
    sockets
        .main()
        .ifPresent(
            socket -> {
              AccessFilter guarded =
                  new AccessFilter(access, telemetry.traced(routes.main(config)));
              Handler metered = telemetry.http().metered(ServerType.READ_WRITE, guarded);
              open.push(socket.serve(TlsLayer.of(tls()), metered, strangers(true), timers));
            });
    sockets
        .local()
        .ifPresent(
            socket -> open.push(socket.serve(null, routes.local(), strangers(false), timers)));
    sockets
        .readOnly()
        .ifPresent(
            socket -> {
              Handler metered = telemetry.http().metered(ServerType.READ_ONLY, routes.readOnly());
              open.push(socket.serve(null, metered, strangers(false), timers));
            });
    sockets
        .healthz()
        .ifPresent(
            socket -> open.push(socket.serve(null, routes.healthz(), strangers(false), timers)));
  }

  private Listener.Strangers strangers(boolean guarded) {
    return new Listener.Strangers(guarded, telemetry.http()::connectionDropped);
  }

  private TlsSettings tls() {
    return Objects.requireNonNull(config.tls(), "checked with the configuration");
  }

  /** The port of the main server, -1 when there is none. */
  public int mainPort() {
    return portOf(config.sockets().main());
  }

  /** The port of the read-only server, -1 when there is none. */
  public int readOnlyPort() {
    return portOf(config.sockets().readOnly());
  }

  /** The port of the health server, -1 when there is none. */
  public int healthzPort() {
    return portOf(config.sockets().healthz());
  }

  private static int portOf(Optional<BoundSocket> socket) {
    return socket.map(BoundSocket::port).orElse(-1);
  }

  /** Ends all streams and closes all listeners and their sockets. */
  @Override
  public void close() {
    logs.close();
    streams.close();
    while (!open.isEmpty()) {
      open.pop().close();
    }
    config.sockets().close();
  }
}
