package dev.jubelet.cli.command;

import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import dev.jubelet.cli.view.ImagePlanText;
import dev.jubelet.cli.view.ImageTable;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jubelet images}. */
@Command(
    name = "images",
    description = "List the images of this node, who uses them, and which would be removed.")
public final class ImagesCommand implements Callable<Integer> {
  enum Output {
    table,
    wide,
    json
  }

  private final Context context;

  @Mixin private final AgentOptions agent = new AgentOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "One of: ${COMPLETION-CANDIDATES}.")
  private Output output = Output.table;

  @Option(
      names = "--plan",
      description =
          "Say what image garbage collection would remove now, in which order and why, what it"
              + " keeps, and what a full disk would cost.")
  private boolean plan;

  public ImagesCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    AgentClient client = context.client(agent.path());
    Json answer = client.getJson(plan ? "/jubelet/images/plan" : "/jubelet/images");
    if (output == Output.json) {
      context.out().println(answer.pretty());
    } else if (plan) {
      context.out().print(ImagePlanText.render(answer));
    } else {
      context
          .out()
          .print(
              ImageTable.render(
                  answer.at("items").items(), output == Output.wide, context.timers().now()));
    }
    return 0;
  }
}
