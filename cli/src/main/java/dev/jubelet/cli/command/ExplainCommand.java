package dev.jubelet.cli.command;

import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import dev.jubelet.cli.view.Explanation;
import dev.jubelet.cli.view.PodNames;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code jubelet explain}. */
@Command(
    name = "explain",
    description = "Tell what a pod waits for and what happened to it so far.",
    mixinStandardHelpOptions = true)
public final class ExplainCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private final AgentOptions agent = new AgentOptions();

  @Parameters(paramLabel = "POD", description = "name or namespace/name")
  private String pod = "";

  public ExplainCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    AgentClient client = context.client(agent.path());
    Json found = Context.findPod(client, pod);
    Json history =
        client.getJson(
            "/jubelet/timeline/" + PodNames.namespace(found) + "/" + PodNames.name(found));
    context.out().print(new Explanation(found, history, context.timers().now()).render());
    return 0;
  }
}
