package dev.jubelet.cli.command;

import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import dev.jubelet.cli.spdy.ExecSession;
import dev.jubelet.cli.view.PodNames;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jubelet exec}; ends with the exit code of the command. */
@Command(
    name = "exec",
    description = "Run a command in a container.",
    mixinStandardHelpOptions = true)
public final class ExecCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private final AgentOptions agent = new AgentOptions();

  @Option(
      names = {"-i", "--stdin"},
      description = "Pass on the standard input.")
  private boolean stdin;

  @Option(
      names = {"-t", "--tty"},
      description = "Give the command a terminal.")
  private boolean tty;

  @Option(
      names = {"-c", "--container"},
      description = "Which container; the first by default.")
  private @Nullable String container;

  @Parameters(index = "0", paramLabel = "POD", description = "name or namespace/name")
  private String pod = "";

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "COMMAND")
  private List<String> command = List.of();

  public ExecCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    AgentClient client = context.client(agent.path());
    Json found = Context.findPod(client, pod);
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("namespace", PodNames.namespace(found));
    request.put("pod", PodNames.name(found));
    request.put("container", Containers.choose(found, container));
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
    if (!tty) {
      return session.run(sizes -> {});
    }
    try (Terminal terminal = Terminal.open(stdin)) {
      return session.run(terminal::onResize);
    }
  }
}
