package dev.jubelet.cli.command;

import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import dev.jubelet.cli.view.PodMatcher;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * {@code jubelet completion-words}: what the completion scripts ask for. Says nothing when no agent
 * answers, since nobody wants to read about that while typing.
 */
@Command(
    name = "completion-words",
    hidden = true,
    description = "Print words for the completion scripts.")
public final class CompletionWordsCommand implements Callable<Integer> {
  enum Kind {
    pods,
    namespaces,
    containers
  }

  private final Context context;

  @Mixin private final AgentOptions agent = new AgentOptions();

  @Parameters(index = "0", paramLabel = "KIND")
  private Kind kind = Kind.pods;

  @Parameters(index = "1", arity = "0..1", paramLabel = "POD")
  private @Nullable String pod;

  public CompletionWordsCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    try {
      words().distinct().sorted().forEach(context.out()::println);
    } catch (CliException e) {
      return e.exitCode();
    }
    return 0;
  }

  private Stream<String> words() {
    AgentClient client = context.client(agent.path());
    List<Json> pods = Context.pods(client);
    PodMatcher names = new PodMatcher(pods, client.getJson("/jubelet/info").at("nodeName").text());
    return switch (kind) {
      case pods -> pods.stream().map(names::shortest);
      case namespaces -> pods.stream().map(PodMatcher::namespace);
      case containers ->
          pod == null ? Stream.empty() : new ContainerChoice(names.find(pod)).inOrder().stream();
    };
  }
}
