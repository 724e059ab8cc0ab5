package dev.jubelet.server;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.http.Router;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What only the CLI may ask, over the local socket.
 *
 * <p>Thread: any; immutable.
 */
final class LocalPages {
  private static final int MAX_EXEC_REQUEST = 256 * 1024;

  private final AgentView agent;
  private final ObjectMapper json;

  LocalPages(AgentView agent, ObjectMapper json) {
    this.agent = agent;
    this.json = json;
  }

  void addTo(Router.Builder routes) {
    routes.get("/jubelet/info", x -> answer(x, g -> LocalJson.facts(g, agent.facts())));
    routes.get("/jubelet/pods", x -> pods(x, agent.presentPods()));
    routes.get("/jubelet/pods/gone", x -> pods(x, agent.gonePods()));
    routes.get("/jubelet/node", x -> answer(x, g -> ShortageJson.write(g, agent.shortages())));
    routes.get("/jubelet/problems", x -> answer(x, g -> LocalJson.problems(g, agent.problems())));
    routes.get("/jubelet/timeline", x -> answer(x, g -> LocalJson.histories(g, agent.histories())));
    routes.get("/jubelet/timeline/{namespace}/{pod}", this::history);
    routes.get("/jubelet/containers/{namespace}/{pod}", this::containers);
    routes.get("/jubelet/work/{uid}", this::work);
    routes.post("/jubelet/hurry/{uid}", this::hurry);
    routes.post("/jubelet/exec", this::exec);
  }

  private void pods(Exchange exchange, List<Pod> pods) throws IOException {
    exchange.json(
        json.writeValueAsBytes(
            new PodListBuilder().withNewMetadata().endMetadata().withItems(pods).build()));
  }

  private void history(Exchange exchange) throws IOException {
    AgentView.PodHistory history =
        agent
            .history(exchange.captured("namespace"), exchange.captured("pod"))
            .orElseThrow(() -> unknownPod(exchange));
    answer(exchange, generator -> LocalJson.history(generator, history));
  }

  private void containers(Exchange exchange) throws IOException {
    AgentView.PodContainers containers =
        agent
            .containers(exchange.captured("namespace"), exchange.captured("pod"))
            .orElseThrow(() -> unknownPod(exchange));
    answer(exchange, generator -> LocalJson.containers(generator, containers));
  }

  private void work(Exchange exchange) throws IOException {
    AgentView.PodWork work =
        agent
            .work(exchange.captured("uid"))
            .orElseThrow(() -> new Refusal(404, "no pod has the UID " + exchange.captured("uid")));
    answer(exchange, generator -> LocalJson.work(generator, work));
  }

  private void hurry(Exchange exchange) throws IOException {
    if (!agent.hurry(exchange.captured("uid"))) {
      throw new Refusal(404, "no pod with the UID " + exchange.captured("uid") + " is ending");
    }
    answer(exchange, LocalJson::nothing);
  }

  private void exec(Exchange exchange) throws IOException {
    AgentView.ExecRequest request = readExec(exchange.request().body(MAX_EXEC_REQUEST));
    String url = AgentRefusals.orRefuse(exchange, () -> agent.exec(request)).toString();
    answer(exchange, generator -> LocalJson.url(generator, url));
  }

  private AgentView.ExecRequest readExec(byte[] body) {
    try {
      JsonNode root = json.readTree(body);
      List<String> command = new ArrayList<>();
      root.path("command").forEach(word -> command.add(word.asText()));
      if (command.isEmpty() || root.path("pod").asText().isEmpty()) {
        throw new Refusal(400, "exec needs a pod and a command");
      }
      return new AgentView.ExecRequest(
          root.path("namespace").asText("default"),
          root.path("pod").asText(),
          root.path("container").asText(""),
          List.copyOf(command),
          root.path("stdin").asBoolean(),
          root.path("tty").asBoolean());
    } catch (IOException e) {
      throw new Refusal(400, "the request is not JSON");
    }
  }

  private static Refusal unknownPod(Exchange exchange) {
    return new Refusal(
        404,
        "pod \"%s/%s\" is not known"
            .formatted(exchange.captured("namespace"), exchange.captured("pod")));
  }

  /** Writes JSON. */
  private interface Body {
    void write(JsonGenerator generator) throws IOException;
  }

  private void answer(Exchange exchange, Body body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator generator = json.getFactory().createGenerator(bytes)) {
      body.write(generator);
    }
    exchange.json(bytes.toByteArray());
  }
}
