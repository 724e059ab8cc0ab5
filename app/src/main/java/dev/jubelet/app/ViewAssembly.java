package dev.jubelet.app;

import dev.jubelet.app.cluster.ClusterAssembly;
import dev.jubelet.app.cluster.ClusterMembership;
import dev.jubelet.app.config.field.SourceFields;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.app.node.NodeProfile;
import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.app.view.AgentViewAdapter;
import dev.jubelet.app.view.PressureReport;
import dev.jubelet.app.view.StreamablePodsAdapter;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriClient;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.pod.view.PresentPods;
import dev.jubelet.server.AgentView;
import dev.jubelet.server.AgentView.Problem;
import dev.jubelet.server.problem.MachineProblems;
import dev.jubelet.server.problem.PodProblems;
import dev.jubelet.server.problem.ProblemReport;
import dev.jubelet.server.runtime.CheckpointFiles;
import dev.jubelet.server.runtime.LocalExec;
import dev.jubelet.server.runtime.RuntimeStreams;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the servers show of the agent, put together from its parts. */
final class ViewAssembly {
  private final KubeletOptions options;
  private final NodeProfile node;
  private final PodPathAssembly path;
  private final CriClient runtime;
  private final Timers timers;

  ViewAssembly(
      KubeletOptions options,
      NodeProfile node,
      PodPathAssembly path,
      CriClient runtime,
      Timers timers) {
    this.options = options;
    this.node = node;
    this.path = path;
    this.runtime = runtime;
    this.timers = timers;
  }

  /** {@code cluster} and {@code membership} are empty on a node without an API server. */
  AgentView view(
      PresentPods presentPods,
      Optional<ClusterMembership> membership,
      Optional<ClusterAssembly> cluster,
      PressureReport pressure,
      Supplier<List<Problem>> images) {
    String staticPods = options.config().get(SourceFields.STATIC_POD_PATH);
    AgentView.Facts facts =
        new AgentView.Facts(
            options.reportedVersion(),
            ProcessHandle.current().pid(),
            node.name(),
            options.flags().get(NodeFlags.ROOT_DIR),
            emptyToNull(staticPods),
            runtime.runtimeEndpoint().text());
    StreamablePodsAdapter streamable =
        new StreamablePodsAdapter(
            presentPods, path.workers, pod -> cluster.flatMap(pods -> pods.mirrorUid(pod)));
    Path root = Path.of(facts.rootDir());
    return new AgentViewAdapter(
        path,
        presentPods,
        new ProblemReport(problems(facts, presentPods, membership, pressure, images)),
        pressure,
        new RuntimeStreams(
            streamable, runtime, new CheckpointFiles(root.resolve("checkpoints"), timers)),
        new LocalExec(streamable, runtime),
        facts,
        options.config().toJson().toString());
  }

  private List<Supplier<List<Problem>>> problems(
      AgentView.Facts facts,
      PresentPods presentPods,
      Optional<ClusterMembership> membership,
      PressureReport pressure,
      Supplier<List<Problem>> images) {
    String endpoint = facts.runtimeEndpoint();
    Path root = Path.of(facts.rootDir());
    return List.of(
        () -> MachineProblems.runtime(endpoint, path.health.problems().runtime()),
        () -> MachineProblems.network(endpoint, path.health.problems().network()),
        () -> membership.flatMap(ClusterMembership::problem).stream().toList(),
        pressure::problems,
        () -> MachineProblems.disk(root, Filesystem.of(root)),
        images,
        () ->
            path.sourceProblems.get().stream()
                .map(p -> MachineProblems.manifest(p.place(), p.message(), p.grave(), p.since()))
                .toList(),
        () -> PodProblems.of(presentPods.all(), path.timeline));
  }

  private static @Nullable String emptyToNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
