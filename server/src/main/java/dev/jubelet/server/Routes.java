package dev.jubelet.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.server.health.HealthCheck;
import dev.jubelet.server.health.HealthPages;
import dev.jubelet.server.http.Router;
import dev.jubelet.server.logs.ContainerLogPage;
import dev.jubelet.server.stream.StreamProxy;
import java.util.List;

/** Which pages each server has; the table of the whole module. */
final class Routes {
  private static final List<String> DEBUG_AREAS =
      List.of(
          "run",
          "exec",
          "attach",
          "portForward",
          "containerLogs",
          "runningpods",
          "debug/pprof",
          "logs");

  private final Telemetry telemetry;
  private final AgentPages agentPages;
  private final LocalPages localPages;
  private final StreamPages streamPages;
  private final ContainerPages containerPages;
  private final ContainerLogPage logs;

  Routes(
      AgentView agent,
      Telemetry telemetry,
      ContainerLogPage logs,
      StreamProxy streams,
      ObjectMapper json) {
    this.telemetry = telemetry;
    this.agentPages = new AgentPages(agent, json);
    this.localPages = new LocalPages(agent, json);
    this.streamPages = new StreamPages(agent, streams, telemetry.http().streams());
    this.containerPages = new ContainerPages(agent, json);
    this.logs = logs;
  }

  Router main(ServerConfig config) {
    Router.Builder routes = shared();
    if (config.debuggingHandlers()) {
      routes.get(ContainerLogPage.PATTERN, logs);
      agentPages.addConfiguration(routes);
      streamPages.addTo(routes);
      containerPages.addTo(routes);
      if (config.streams().checkpoints()) {
        containerPages.addCheckpoint(routes);
      }
      telemetry.debugPages().forEach(pages -> pages.accept(routes));
    } else {
      addStubs(routes);
    }
    return routes.build();
  }

  Router readOnly() {
    Router.Builder routes = shared();
    addStubs(routes);
    return routes.build();
  }

  /** Its own check only: this server tells whether the process answers at all. */
  Router healthz() {
    Router.Builder routes = Router.builder();
    new HealthPages(List.of(HealthCheck.ping())).addTo(routes);
    return routes.build();
  }

  Router local() {
    Router.Builder routes = shared();
    routes.get(ContainerLogPage.PATTERN, logs);
    agentPages.addConfiguration(routes);
    localPages.addTo(routes);
    telemetry.localPages().forEach(pages -> pages.accept(routes));
    return routes.build();
  }

  private Router.Builder shared() {
    Router.Builder routes = Router.builder();
    new HealthPages(telemetry.checks()).addTo(routes);
    telemetry.pages().forEach(pages -> pages.accept(routes));
    agentPages.addPods(routes);
    return routes;
  }

  private static void addStubs(Router.Builder routes) {
    for (String area : DEBUG_AREAS) {
      routes.any("/" + area + "/*", x -> x.text(405, "Debug endpoints are disabled.\n"));
    }
  }
}
