package dev.jubelet.server;

import dev.jubelet.server.health.HealthCheck;
import dev.jubelet.server.http.Router;
import dev.jubelet.server.metric.HttpMeter;
import java.util.List;
import java.util.function.Consumer;

/**
 * What the servers tell in numbers.
 *
 * @param checks what {@code /healthz} looks at, in the order shown
 * @param pages each adds its own to the routes of a server
 * @param debugPages the same for the main server, unless its debugging handlers are off
 * @param http counts the requests themselves
 */
public record Telemetry(
    List<HealthCheck> checks,
    List<Consumer<Router.Builder>> pages,
    List<Consumer<Router.Builder>> debugPages,
    HttpMeter http) {

  public Telemetry {
    checks = List.copyOf(checks);
    pages = List.copyOf(pages);
    debugPages = List.copyOf(debugPages);
  }
}
