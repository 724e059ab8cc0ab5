package dev.jubelet.cli.command;

import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import dev.jubelet.cli.view.Explanation;
import dev.jubelet.cli.view.LogTail;
import dev.jubelet.cli.view.NodeExplanation;
import dev.jubelet.cli.view.PodMatcher;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code jubelet explain}. */
@Command(
    name = "explain",
    description =
        "Say how a pod is and why, what it waits for, and what happened to it so far. Pods that"
            + " went within the last hour are explained too. With the node's name, or the word node:"
            + " what the node is short of, and which pod would have to go next.")
public final class ExplainCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private final PodOptions pod = new PodOptions();

  public ExplainCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    AgentClient client = pod.client();
    if (pod.isNode(client)) {
      context.out().print(NodeExplanation.render(client.getJson("/jubelet/node")));
      return 0;
    }
    Json found;
    boolean gone = false;
    try {
      found = pod.find(client);
    } catch (CliException e) {
      if (e.kind() != CliException.Kind.NOT_FOUND) {
        throw e;
      }
      found = pod.findGone(client, e);
      gone = true;
    }
    Map<String, List<String>> lastLines = gone ? Map.of() : lastLines(client, found);
    Json history =
        client.getJson(
            "/jubelet/timeline/" + PodMatcher.namespace(found) + "/" + PodMatcher.name(found));
    Explanation explanation = new Explanation(found, history, lastLines, context.timers().now());
    context.out().print(gone ? explanation.renderGone() : explanation.render());
    return 0;
  }

  /** A log that cannot be read is left out: it is not what was asked for. */
  private static Map<String, List<String>> lastLines(AgentClient client, Json pod) {
    return LogTail.of(
        pod,
        target -> {
          AgentClient.Answer answer = client.get(target);
          return answer.isOk() ? answer.text() : "";
        });
  }
}
