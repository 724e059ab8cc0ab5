package dev.jubelet.cli.command;

import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code jubelet pull}. */
@Command(
    name = "pull",
    description = "Pull an image through the agent, with its queue and the node's credentials.")
public final class PullCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private final AgentOptions agent = new AgentOptions();

  @Parameters(paramLabel = "IMAGE", description = "The image's name, as in a pod.")
  private String image = "";

  public PullCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    AgentClient.Answer answer =
        context
            .client(agent.path())
            .post("/jubelet/images/pull", Json.line(Map.of("image", image)));
    if (!answer.isOk()) {
      throw AgentClient.refused(answer);
    }
    context.out().println(answer.json().at("imageRef").text());
    return 0;
  }
}
