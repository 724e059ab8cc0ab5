package dev.jubelet.cli.command;

import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import dev.jubelet.cli.spdy.ExecSession;
import dev.jubelet.cli.view.PodMatcher;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jubelet exec}; ends with the exit code of the command. */
@Command(
    name = "exec",
    description =
        "Run a command in a container and exit with its code. What follows the first word of the"
            + " command belongs to the command, with or without \"--\" before it.")
public final class ExecCommand implements Callable<Integer> {
  private static final String NAME = "exec";
  private static final Set<String> WITH_VALUE =
      Set.of("-c", "--container", "-n", "--namespace", "--socket", "--root-dir");

  private final Context context;

  @Mixin private final PodOptions pod = new PodOptions();

  @Option(
      names = {"-i", "--stdin"},
      description = "Pass the standard input on.")
  private boolean stdin;

  @Option(
      names = {"-t", "--tty"},
      description = "Give the command a terminal.")
  private boolean tty;

  @Option(
      names = {"-c", "--container"},
      paramLabel = "NAME",
      description = "The container; by default the annotated or first one.")
  private @Nullable String container;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The command and its arguments.")
  private List<String> command = List.of();

  public ExecCommand(Context context) {
    this.context = context;
  }

  /**
   * Marks where the command to run begins, unless the user has: at the second word that is no
   * option.
   */
  public static String[] marked(String... arguments) {
    List<String> marked = new ArrayList<>(List.of(arguments));
    int words = 0;
    for (int i = commandAt(marked) + 1; i > 0 && i < marked.size(); i++) {
      String argument = marked.get(i);
      if (argument.equals("--")) {
        break;
      } else if (WITH_VALUE.contains(argument)) {
        i++;
      } else if (!argument.startsWith("-") && ++words == 2) {
        marked.add(i, "--");
        break;
      }
    }
    return marked.toArray(String[]::new);
  }

  /** Where "exec" stands as a subcommand, or -1. */
  private static int commandAt(List<String> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (WITH_VALUE.contains(argument)) {
        i++;
      } else if (!argument.startsWith("-")) {
        return argument.equals(NAME) ? i : -1;
      }
    }
    return -1;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    AgentClient client = pod.client();
    Json found = pod.find(client);
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("namespace", PodMatcher.namespace(found));
    request.put("pod", PodMatcher.name(found));
    request.put("container", new ContainerChoice(found).choose(container, context.err()));
    request.put("command", command);
    request.put("stdin", stdin);
    request.put("tty", tty);
    AgentClient.Answer answer = client.post("/jubelet/exec", Json.line(request));
    if (!answer.isOk()) {
      throw AgentClient.refused(answer);
    }
    return run(URI.create(answer.json().at("url").text()));
  }

  private int run(URI url) throws IOException, InterruptedException {
    ExecSession session =
        new ExecSession(
            url,
            new ExecSession.Streams(
                stdin ? context.in() : null, context.out(), context.err(), tty));
    Optional<Terminal> terminal = tty ? Terminal.open(stdin) : Optional.empty();
    if (terminal.isEmpty()) {
      if (tty) {
        context.err().println("jubelet: the standard input is not a terminal; going on without");
      }
      return session.run(sizes -> {});
    }
    try (Terminal open = terminal.get()) {
      return session.run(open::onResize);
    }
  }
}
