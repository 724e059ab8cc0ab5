package dev.jubelet.cli.command;

import dev.jubelet.base.GoDuration;
import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import dev.jubelet.edge.host.OutputReaders;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jubelet logs}. */
@Command(name = "logs", description = "Print the log of a container, or of all of a pod.")
public final class LogsCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private final PodOptions pod = new PodOptions();

  @Option(
      names = {"-c", "--container"},
      paramLabel = "NAME",
      description = "The container; by default the annotated or first one.")
  private @Nullable String container;

  @Option(names = "--all-containers", description = "The logs of all containers of the pod.")
  private boolean all;

  @Option(names = "--prefix", description = "Put pod and container before each line.")
  private boolean prefix;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on until the container ends.")
  private boolean follow;

  @Option(
      names = {"-p", "--previous"},
      description = "The instance before the current one.")
  private boolean previous;

  @Option(
      names = "--tail",
      paramLabel = "N",
      description = "Only the last N lines; all when N is negative.")
  private @Nullable Long tail;

  @Option(names = "--since", paramLabel = "DURATION", description = "Like 30s, 5m or 1h30m.")
  private @Nullable String since;

  @Option(names = "--timestamps", description = "Put the time before each line.")
  private boolean timestamps;

  public LogsCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (all && container != null) {
      throw new CliException(
          CliException.Kind.USAGE, "-c and --all-containers cannot be used together");
    }
    String query = query();
    AgentClient client = pod.client();
    Json found = pod.find(client);
    ContainerChoice containers = new ContainerChoice(found);
    List<String> wanted =
        all ? containers.inOrder() : List.of(containers.choose(container, context.err()));
    PodLogs logs = new PodLogs(client, found, query, prefix, context);
    boolean complete =
        follow
            ? new ReaderWatch(OutputReaders::awaitNone).during(() -> logs.print(wanted, true))
            : logs.print(wanted, false);
    return complete ? 0 : 1;
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
    if (tail != null && tail >= 0) {
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
