package dev.jubelet.cli.command;

import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import dev.jubelet.cli.view.PodMatcher;
import dev.jubelet.cli.view.PodTable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jubelet pods}. */
@Command(name = "pods", description = "List the pods of this node, with those that are ending.")
public final class PodsCommand implements Callable<Integer> {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  enum Output {
    table,
    wide,
    json,
    yaml
  }

  private final Context context;

  @Mixin private final AgentOptions agent = new AgentOptions();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      description = "Only this namespace.")
  private @Nullable String namespace;

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "All namespaces (the default).")
  private boolean all;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "One of: ${COMPLETION-CANDIDATES}.")
  private Output output = Output.table;

  @Option(
      names = {"-w", "--watch"},
      description = "Print again whenever something changed.")
  private boolean watch;

  public PodsCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (all && namespace != null) {
      throw new CliException(CliException.Kind.USAGE, "-A and -n cannot be used together");
    }
    AgentClient client = context.client(agent.path());
    List<Json> pods = selected(client);
    print(pods);
    while (watch) {
      context.out().flush();
      context.pause(BETWEEN_LOOKS);
      List<Json> now = selected(client);
      if (!now.equals(pods)) {
        pods = now;
        context.out().println();
        print(pods);
      }
    }
    return 0;
  }

  private List<Json> selected(AgentClient client) {
    return Context.pods(client).stream()
        .filter(pod -> namespace == null || PodMatcher.namespace(pod).equals(namespace))
        .toList();
  }

  private void print(List<Json> pods) {
    switch (output) {
      case table, wide ->
          context.out().print(PodTable.render(pods, output == Output.wide, context.timers().now()));
      case json -> context.out().println(list(pods).pretty());
      case yaml ->
          context
              .out()
              .print(
                  new Dump(DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).build())
                      .dumpToString(list(pods).value()));
    }
  }

  private static Json list(List<Json> pods) {
    Map<String, @Nullable Object> list = new LinkedHashMap<>();
    list.put("kind", "PodList");
    list.put("apiVersion", "v1");
    list.put("metadata", Map.of());
    list.put("items", pods.stream().map(Json::value).toList());
    return new Json(list);
  }
}
