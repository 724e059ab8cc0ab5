package dev.jubelet.it.simulation;

import dev.jubelet.app.cluster.ClusterApi;
import dev.jubelet.app.cluster.ClusterAssembly;
import dev.jubelet.app.config.Problem;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.ParseResult;
import dev.jubelet.app.flags.ProcessEnvironment;
import dev.jubelet.app.journal.JournalAssembly;
import dev.jubelet.app.metric.Meters;
import dev.jubelet.app.node.NodeProfile;
import dev.jubelet.app.path.AgentContext;
import dev.jubelet.app.path.ClusterSupplies;
import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.edge.host.HostFacts;
import dev.jubelet.edge.host.InotifyWatcher;
import dev.jubelet.edge.host.PathWatcher;
import dev.jubelet.pod.model.PodChange;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.sync.LoopEvent;
import dev.jubelet.pod.worker.PodWorkers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The path of a pod as the agent assembles it, without process and servers. Its files are all below
 * one directory, where the next agent finds them.
 *
 * <p>Thread: the test's. Owns: the assembly and its threads.
 */
final class SimulatedAgent {
  static final String NODE = "simulated";
  static final String NODE_UID = "uid-of-the-node";

  /**
   * An API server that knows the node.
   *
   * @param objects what it has besides pods
   * @param flags that an agent of this cluster is started with
   */
  record Server(ClusterApi api, String nodeUid, ClusterSupplies objects, List<String> flags) {
    /** Has nothing but pods. */
    Server(ClusterApi api, String nodeUid) {
      this(api, nodeUid, ClusterSupplies.NOTHING, List.of());
    }
  }

  private static final long MEMORY = 64L << 30;

  private final Lifecycle lifecycle = new Lifecycle();
  private final PathWatcher files = InotifyWatcher.openOrNone();
  private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
  private final LeapingTimers timers;
  private final Lifeline lifeline;
  private final PodPathAssembly path;

  /** An agent without an API server. */
  SimulatedAgent(Path directory, CriRuntime runtime, LeapingTimers.Clock clock) throws IOException {
    this(directory, runtime, clock, null);
  }

  /** An agent whose Node object is registered. */
  SimulatedAgent(
      Path directory, CriRuntime runtime, LeapingTimers.Clock clock, @Nullable Server server)
      throws IOException {
    for (String name : List.of("manifests", "root/pods", "logs/pods", "logs/containers")) {
      Files.createDirectories(directory.resolve(name));
    }
    timers = new LeapingTimers(clock);
    lifeline = new Lifeline(runtime);
    KubeletOptions options = options(directory, server == null ? List.of() : server.flags());
    Meters meters = new Meters(timers);
    Optional<JournalAssembly> journal =
        server == null ? Optional.empty() : JournalAssembly.of(options, meters, timers, lifecycle);
    path =
        new PodPathAssembly(
            new AgentContext(options, node(), lifeline.runtime(), "fake", files, meters, timers),
            (what, cause) -> faults.add(new IllegalStateException(what, cause)),
            true,
            Optional.ofNullable(server)
                .map(
                    cluster ->
                        journal.map(j -> j.around(cluster.objects())).orElse(cluster.objects())),
            lifecycle);
    if (server != null) {
      journal.ifPresent(j -> j.join(path, lifecycle));
      new ClusterAssembly(
          new ClusterAssembly.Inputs(
              NODE,
              server.api(),
              path,
              () -> Optional.of(server.nodeUid()),
              timers,
              new Random(),
              journal.map(j -> j.source(path)).orElse(path.sources::accept),
              took -> {}),
          lifecycle);
    }
    lifecycle.start();
  }

  /** Whether events are read and everything was listed since: an unknown pod has nothing then. */
  boolean knowsTheRuntime() {
    return !path.watcher.mayHave(new PodUid("nobody"));
  }

  private static KubeletOptions options(Path directory, List<String> more) throws IOException {
    Path config = directory.resolve("config.yaml");
    Files.writeString(
        config,
        """
        apiVersion: kubelet.config.k8s.io/v1beta1
        kind: KubeletConfiguration
        staticPodPath: %1$s/manifests
        podLogsDir: %1$s/logs/pods
        containerRuntimeEndpoint: unix:///nowhere
        cgroupsPerQOS: false
        enforceNodeAllocatable: [none]
        maxPods: 5000
        failCgroupV1: false
        authentication: {anonymous: {enabled: false}, webhook: {enabled: false}}
        authorization: {mode: AlwaysAllow}
        """
            .formatted(directory));
    List<String> arguments = new ArrayList<>(more);
    arguments.add("--config=" + config);
    arguments.add("--root-dir=" + directory.resolve("root"));
    return switch (KubeletOptions.parse(arguments, ProcessEnvironment.ofProcess())) {
      case ParseResult.Run(KubeletOptions options, List<String> warnings) -> options;
      case ParseResult.Fail(List<Problem> problems) -> throw new AssertionError(problems);
      case ParseResult.Print(String text) -> throw new AssertionError(text);
    };
  }

  private static NodeProfile node() {
    HostFacts host =
        new HostFacts(NODE, "boot", "6.1.0", HostFacts.CgroupVersion.V1, MEMORY, 8, List.of());
    Map<String, Quantity> allocatable =
        Map.of(
            "cpu", new Quantity("8"), "memory", new Quantity("64Gi"), "pods", new Quantity("5000"));
    return new NodeProfile(NODE, List.of("10.0.0.1"), Map.of(), host, allocatable, allocatable);
  }

  /** The wanted pods with what the agent says of them. */
  Stream<Pod> pods() {
    return path.loop.wanted().all().stream().map(path.statuses::withStatus);
  }

  /** Takes pods as a source would bring them. */
  void take(List<PodChange> changes) {
    path.inbox.post(new LoopEvent.PodsChanged(changes, true));
  }

  PodWorkers workers() {
    return path.workers;
  }

  /** Runs the timers that are due; throws what could not happen but did. */
  void fire() {
    timers.fire();
    Throwable fault = faults.poll();
    if (fault != null) {
      throw new AssertionError(fault);
    }
  }

  /** As kill -9: from now on nothing it does has an effect on the runtime. */
  void kill() {
    lifeline.cut();
    lifecycle.close();
    files.close();
  }
}
