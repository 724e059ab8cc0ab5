package dev.jubelet.cli.command;

import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import dev.jubelet.cli.view.PodMatcher;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which pod of which agent a command is about. */
final class PodOptions {
  @Mixin private final AgentOptions agent = new AgentOptions();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      description = "The pod's namespace; needed only when several have a pod of that name.")
  private @Nullable String namespace;

  @Parameters(
      index = "0",
      paramLabel = "POD",
      description = "NAME or NAMESPACE/NAME; the name of a static pod may omit the node's name.")
  private String pod = "";

  AgentClient client() {
    return new AgentClient(agent.path());
  }

  /** Whether the node itself is meant; a pod of that name is named with its namespace. */
  boolean isNode(AgentClient client) {
    return namespace == null
        && (pod.equals("node")
            || pod.equals(client.getJson("/jubelet/info").at("nodeName").text()));
  }

  /** A pod that is here, running or ending. */
  Json find(AgentClient client) {
    return names(client, "/jubelet/pods").find(pod);
  }

  /** A pod that went lately; the failure is that of the search among those that are here. */
  Json findGone(AgentClient client, CliException notHere) {
    return names(client, "/jubelet/pods/gone").newest(pod).orElseThrow(() -> notHere);
  }

  private PodMatcher names(AgentClient client, String page) {
    String node = client.getJson("/jubelet/info").at("nodeName").text();
    List<Json> pods = client.getJson(page).at("items").items();
    return new PodMatcher(pods, node).within(namespace);
  }
}
