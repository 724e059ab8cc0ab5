package dev.jubelet.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Router;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The pages that show the agent as upstream does: its pods and its configuration.
 *
 * <p>Thread: any; immutable.
 */
final class AgentPages {
  private final AgentView agent;
  private final ObjectMapper json;

  AgentPages(AgentView agent, ObjectMapper json) {
    this.agent = agent;
    this.json = json;
  }

  void addPods(Router.Builder routes) {
    routes.get("/pods", this::pods);
    routes.get("/pods/", this::pods);
  }

  void addConfiguration(Router.Builder routes) {
    routes.any("/configz", this::configuration);
  }

  private void pods(Exchange exchange) throws IOException {
    PodList list =
        new PodListBuilder().withNewMetadata().endMetadata().withItems(agent.pods()).build();
    exchange.json(json.writeValueAsBytes(list));
  }

  private void configuration(Exchange exchange) {
    String body = "{\"kubeletconfig\":" + agent.configuration() + "}";
    exchange.json(body.getBytes(StandardCharsets.UTF_8));
  }
}
