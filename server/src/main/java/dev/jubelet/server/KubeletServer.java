package dev.jubelet.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Timers;
import dev.jubelet.server.auth.Access;
import dev.jubelet.server.auth.Guard;
import dev.jubelet.server.http.Handler;
import dev.jubelet.server.listener.Listener;
import dev.jubelet.server.listener.TlsLayer;
import dev.jubelet.server.logs.ContainerLogPage;
import dev.jubelet.server.metric.HttpMeter.ServerType;
import dev.jubelet.server.stream.StreamProxy;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All listeners of the agent.
 *
 * <p>Thread: started and stopped by the process's life cycle. Owns: the listeners.
 */
public final class KubeletServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(KubeletServer.class);

  private final ServerConfig config;
  private final Access access;
  private final Telemetry telemetry;
  private final Routes routes;
  private final ContainerLogPage logs;
  private final StreamProxy streams;
  private final Timers timers;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private @Nullable Listener main;
  private @Nullable Listener readOnly;
  private @Nullable Listener healthz;

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

  /**
   * Opens all listeners or none.
   *
   * @throws dev.jubelet.server.listener.ListenException naming the address that cannot be had
   */
  public void start() {
    try {
      openAll();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Health last: who is told that all is well may ask for anything. */
  private void openAll() {
    if (config.main() != null) {
      Guard guarded = new Guard(access, telemetry.traced(routes.main(config)));
      TlsLayer tls = config.tls() == null ? null : TlsLayer.of(config.tls());
      Handler metered = telemetry.http().metered(ServerType.READ_WRITE, guarded);
      main = keep(Listener.open(config.main(), tls, metered, strangers(true), timers));
    }
    if (config.localSocket() != null) {
      open.push(LocalSocket.open(config.localSocket(), routes.local(), timers));
    }
    if (config.readOnly() != null) {
      Handler metered = telemetry.http().metered(ServerType.READ_ONLY, routes.readOnly());
      readOnly = keep(Listener.open(config.readOnly(), null, metered, strangers(false), timers));
    }
    if (config.healthz() != null) {
      healthz =
          keep(Listener.open(config.healthz(), null, routes.healthz(), strangers(false), timers));
    }
  }

  private Listener.Strangers strangers(boolean guarded) {
    return new Listener.Strangers(guarded, telemetry.http()::connectionDropped);
  }

  private Listener keep(Listener listener) {
    open.push(listener);
    return listener;
  }

  /** The port of the main server, -1 when there is none. */
  public int mainPort() {
    return portOf(main);
  }

  /** The port of the read-only server, -1 when there is none. */
  public int readOnlyPort() {
    return portOf(readOnly);
  }

  /** The port of the health server, -1 when there is none. */
  public int healthzPort() {
    return portOf(healthz);
  }

  private static int portOf(@Nullable Listener listener) {
    return listener == null ? -1 : listener.port();
  }

  /** Ends all streams and closes all listeners. */
  @Override
  public void close() {
    logs.close();
    streams.close();
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        log.atError().setCause(e).log("A listener failed to close");
      }
    }
  }
}
