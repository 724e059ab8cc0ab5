package dev.jubelet.cli.command;

import dev.jubelet.cli.http.Json;
import dev.jubelet.cli.view.ProblemList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jubelet problems}. */
@Command(
    name = "problems",
    description =
        "List what is wrong now and what to do: broken manifests, refused and crashing pods,"
            + " images that cannot be pulled, parts that do not answer, full disks.")
public final class ProblemsCommand implements Callable<Integer> {
  private static final int FOUND = 1;

  enum Output {
    text,
    json
  }

  private final Context context;

  @Mixin private final AgentOptions agent = new AgentOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "One of: ${COMPLETION-CANDIDATES}.")
  private Output output = Output.text;

  @Option(names = "--exit-code", description = "Exit with 1 when there is a problem.")
  private boolean exitCode;

  public ProblemsCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Json answer = context.client(agent.path()).getJson("/jubelet/problems");
    List<Json> problems = answer.at("items").items();
    switch (output) {
      case text -> context.out().print(ProblemList.render(problems, context.timers().now()));
      case json -> context.out().println(answer.pretty());
    }
    return exitCode && !problems.isEmpty() ? FOUND : 0;
  }
}
