package dev.jubelet.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.server.AgentStreams.ContainerTarget;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.http.Router;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What can be had of running containers without a stream: the end of a short command, a list, a
 * checkpoint.
 *
 * <p>Thread: any; immutable.
 */
final class ContainerPages {
  private final AgentView agent;
  private final ObjectMapper json;

  ContainerPages(AgentView agent, ObjectMapper json) {
    this.agent = agent;
    this.json = json;
  }

  void addTo(Router.Builder routes) {
    for (String pod : Targets.POD_PATTERNS) {
      routes.post("/run" + pod + "/{container}", this::run);
    }
    routes.get("/runningpods", this::runningPods);
    routes.get("/runningpods/", this::runningPods);
  }

  void addCheckpoint(Router.Builder routes) {
    routes.post("/checkpoint/{namespace}/{pod}/{container}", this::checkpoint);
  }

  /** A command has no time limit: it is given up when nobody waits for it any more. */
  private void run(Exchange exchange) {
    String command = exchange.request().query().first("cmd").orElse("");
    List<String> words = Arrays.asList(command.split(" ", -1));
    ContainerTarget target = Targets.container(exchange);
    exchange.response().watchClient(Thread.currentThread()::interrupt);
    exchange.json(AgentRefusals.orRefuse(exchange, () -> agent.streams().run(target, words)));
  }

  private void runningPods(Exchange exchange) throws IOException {
    PodList list =
        new PodListBuilder()
            .withNewMetadata()
            .endMetadata()
            .withItems(AgentRefusals.orRefuse(exchange, () -> agent.streams().runningPods()))
            .build();
    exchange.json(json.writeValueAsBytes(list));
  }

  private void checkpoint(Exchange exchange) throws IOException {
    ContainerTarget target = Targets.container(exchange);
    List<String> timeouts = exchange.request().query().all("timeout");
    long timeout = timeouts.isEmpty() ? 0 : seconds(timeouts.getLast());
    String file =
        AgentRefusals.orRefuse(exchange, () -> agent.streams().checkpoint(target, timeout));
    exchange.json(json.writeValueAsBytes(Map.of("items", List.of(file))));
  }

  private static long seconds(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new Refusal(404, "cannot parse value of timeout parameter");
    }
  }
}
