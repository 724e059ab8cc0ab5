package dev.jubelet.server;

import dev.jubelet.base.trace.Tracer;
import dev.jubelet.server.health.HealthCheck;
import dev.jubelet.server.http.Handler;
import dev.jubelet.server.http.Router;
import dev.jubelet.server.http.TracedRouter;
import dev.jubelet.server.metric.HttpMeter;
import java.util.List;
import java.util.function.Consumer;

/**
 * What the servers tell in numbers, and in traces.
 *
 * @param checks what {@code /healthz} looks at, in the order shown
 * @param pages each adds its own to the routes of a server
 * @param debugPages the same for the main server, unless its debugging handlers are off
 * @param localPages the same for the local socket
 * @param http counts the requests themselves
 * @param tracer makes spans of the main server's requests
 */
public record Telemetry(
    List<HealthCheck> checks,
    List<Consumer<Router.Builder>> pages,
    List<Consumer<Router.Builder>> debugPages,
    List<Consumer<Router.Builder>> localPages,
    HttpMeter http,
    Tracer tracer) {

  /** Without traces, and with the usual pages on the local socket. */
  public Telemetry(
      List<HealthCheck> checks,
      List<Consumer<Router.Builder>> pages,
      List<Consumer<Router.Builder>> debugPages,
      HttpMeter http) {
    this(checks, pages, debugPages, List.of(), http, Tracer.OFF);
  }

  public Telemetry {
    checks = List.copyOf(checks);
    pages = List.copyOf(pages);
    debugPages = List.copyOf(debugPages);
    localPages = List.copyOf(localPages);
  }

  Handler traced(Router router) {
    return tracer.isOn() ? new TracedRouter(router, tracer) : router;
  }
}
