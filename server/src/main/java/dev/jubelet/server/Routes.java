package dev.jubelet.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.server.health.HealthCheck;
import dev.jubelet.server.health.HealthPages;
import dev.jubelet.server.http.Router;
import dev.jubelet.server.logs.ContainerLogPage;
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

  private final List<HealthCheck> checks;
  private final AgentPages agentPages;
  private final LocalPages localPages;
  private final ContainerLogPage logs;

  Routes(AgentView agent, List<HealthCheck> checks, ContainerLogPage logs, ObjectMapper json) {
    this.checks = checks;
    this.agentPages = new AgentPages(agent, json);
    this.localPages = new LocalPages(agent, json);
    this.logs = logs;
  }

  Router main(boolean debuggingHandlers) {
    Router.Builder routes = shared();
    if (debuggingHandlers) {
      routes.get(ContainerLogPage.PATTERN, logs);
      agentPages.addConfiguration(routes);
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
    return routes.build();
  }

  private Router.Builder shared() {
    Router.Builder routes = Router.builder();
    new HealthPages(checks).addTo(routes);
    agentPages.addPods(routes);
    return routes;
  }

  private static void addStubs(Router.Builder routes) {
    for (String area : DEBUG_AREAS) {
      routes.any("/" + area + "/*", x -> x.text(405, "Debug endpoints are disabled.\n"));
    }
  }
}
