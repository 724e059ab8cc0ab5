package dev.jubelet.cli.command;

import dev.jubelet.base.GoDuration;
import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import dev.jubelet.cli.view.PodNames;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jubelet logs}. */
@Command(name = "logs", description = "Print a container's log.", mixinStandardHelpOptions = true)
public final class LogsCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private final AgentOptions agent = new AgentOptions();

  @Parameters(paramLabel = "POD", description = "name or namespace/name")
  private String pod = "";

  @Option(
      names = {"-c", "--container"},
      description = "Which container; the first by default.")
  private @Nullable String container;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on until the container ends.")
  private boolean follow;

  @Option(
      names = {"-p", "--previous"},
      description = "The instance before the current one.")
  private boolean previous;

  @Option(names = "--tail", paramLabel = "N", description = "Only the last N lines.")
  private @Nullable Long tail;

  @Option(names = "--since", paramLabel = "DURATION", description = "Like 30s, 5m or 1h30m.")
  private @Nullable String since;

  @Option(names = "--timestamps", description = "Put the time before each line.")
  private boolean timestamps;

  public LogsCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    AgentClient client = context.client(agent.path());
    Json found = Context.findPod(client, pod);
    String target =
        "/containerLogs/%s/%s/%s%s"
            .formatted(
                PodNames.namespace(found),
                PodNames.name(found),
                URLEncoder.encode(Containers.choose(found, container), StandardCharsets.UTF_8),
                query());
    client.stream(
        target,
        body -> {
          byte[] buffer = new byte[16 * 1024];
          for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
            context.out().write(buffer, 0, read);
            context.out().flush();
          }
        });
    return 0;
  }

  private String query() {
    List<String> parts = new ArrayList<>();
    if (follow) {
      parts.add("follow=true");
    }
    if (previous) {
      parts.add("previous=true");
    }
    if (timestamps) {
      parts.add("timestamps=true");
    }
    if (tail != null) {
      parts.add("tailLines=" + tail);
    }
    if (since != null) {
      parts.add("sinceSeconds=" + seconds(since));
    }
    return parts.isEmpty() ? "" : "?" + String.join("&", parts);
  }

  static long seconds(String text) {
    try {
      return Math.max(1, GoDuration.parse(text).toSeconds());
    } catch (IllegalArgumentException e) {
      throw new CliException(
          CliException.Kind.USAGE, "--since \"" + text + "\" is not like 30s, 5m or 1h30m", e);
    }
  }
}
