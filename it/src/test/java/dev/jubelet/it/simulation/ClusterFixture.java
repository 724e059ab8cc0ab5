package dev.jubelet.it.simulation;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.api.cri.ListPodSandboxRequest;
import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.api.cri.RemovePodSandboxRequest;
import dev.jubelet.app.path.ClusterSupplies;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.sync.ReferencedObjects;
import dev.jubelet.testing.apiserver.FakePods;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * A node of a cluster: an agent on a fake runtime, with the pods of a fake API server.
 *
 * <p>Thread: the test's. Owns: the agent.
 */
final class ClusterFixture implements AutoCloseable {
  static final String NAMESPACE = "default";
  private static final Duration LOOK_AGAIN = Duration.ofMillis(5);
  private static final Duration MOMENT = Duration.ofMillis(100);

  final LeapingTimers.Clock clock = new LeapingTimers.Clock();
  final LeapingTimers timers = new LeapingTimers(clock);
  final FakeCri runtime = new FakeCri(timers, FakeProfile.containerd2());
  final FakePods server = new FakePods();

  /** The pods whose objects the API server would be asked for. */
  final Set<PodUid> supplied = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private final SimulatedAgent.Server cluster;
  private SimulatedAgent agent;

  ClusterFixture(Path directory) throws IOException {
    this(directory, ClusterSupplies.NOTHING);
  }

  /** A node whose pods may have these objects too, and whose agent is started with these flags. */
  ClusterFixture(Path directory, ClusterSupplies objects, String... flags) throws IOException {
    this.directory = directory;
    this.cluster =
        new SimulatedAgent.Server(
            FakeClusterApi.of(server), SimulatedAgent.NODE_UID, noting(objects), List.of(flags));
    runtime.images().add(WantedPod.IMAGE);
    agent = new SimulatedAgent(directory, runtime, clock, cluster);
  }

  private ClusterSupplies noting(ClusterSupplies objects) {
    return new ClusterSupplies(
        objects.objects(),
        objects.sources(),
        objects.volumes(),
        objects.services(),
        objects.runtimeClasses(),
        objects.node(),
        new ReferencedObjects() {
          @Override
          public void podWanted(Pod pod) {
            supplied.add(PodUid.of(pod));
            objects.references().podWanted(pod);
          }

          @Override
          public void podEnded(PodUid uid) {
            supplied.remove(uid);
            objects.references().podEnded(uid);
          }

          @Override
          public void podGone(PodUid uid) {
            supplied.remove(uid);
            objects.references().podGone(uid);
          }
        },
        objects.accounts());
  }

  static Pod pod(String name) {
    return new PodBuilder()
        .withApiVersion("v1")
        .withKind("Pod")
        .withNewMetadata()
        .withName(name)
        .withNamespace(NAMESPACE)
        .endMetadata()
        .withNewSpec()
        .withNodeName(SimulatedAgent.NODE)
        .withRestartPolicy("Always")
        .withTerminationGracePeriodSeconds(30L)
        .addNewContainer()
        .withName("main")
        .withImage(WantedPod.IMAGE)
        .withImagePullPolicy("IfNotPresent")
        .endContainer()
        .endSpec()
        .withNewStatus()
        .withPhase("Pending")
        .withQosClass("BestEffort")
        .addNewCondition()
        .withType("PodScheduled")
        .withStatus("True")
        .withLastTransitionTime("2026-01-01T00:00:00Z")
        .endCondition()
        .endStatus()
        .build();
  }

  /** The agent is killed; whatever it was about to do is not done. */
  void killAgent() {
    agent.kill();
  }

  void startAgent() throws IOException {
    agent = new SimulatedAgent(directory, runtime, clock, cluster);
  }

  /** As after a reboot: the runtime has nothing left. The agent is dead already. */
  void emptyRuntime() {
    for (PodSandbox sandbox :
        runtime.listPodSandbox(ListPodSandboxRequest.getDefaultInstance()).getItemsList()) {
      runtime.killSandbox(sandbox.getId());
      runtime.removePodSandbox(
          RemovePodSandboxRequest.newBuilder().setPodSandboxId(sandbox.getId()).build());
    }
  }

  void writeManifest(String name, String text) throws IOException {
    Path hidden = directory.resolve("manifests/." + name);
    Files.writeString(hidden, text);
    Files.move(hidden, directory.resolve("manifests/" + name), StandardCopyOption.ATOMIC_MOVE);
  }

  void removeManifest(String name) throws IOException {
    Files.delete(directory.resolve("manifests/" + name));
  }

  /** The pod in the API, once it is like that. */
  Pod await(String name, Predicate<Pod> condition) {
    await(() -> server.find(NAMESPACE, name).filter(condition).isPresent());
    return server.find(NAMESPACE, name).orElseThrow();
  }

  void awaitGone(String name) {
    await(() -> server.find(NAMESPACE, name).isEmpty());
  }

  /** Time leaps on meanwhile, so that whatever waits for a timer comes to its turn. */
  void awaitLeaping(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      leap(Duration.ofSeconds(1));
    }
  }

  void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
  }

  /** Lets time pass for the runtime and the agent, and gives them a moment for what is due. */
  void leap(Duration by) {
    clock.leap(by);
    timers.fire();
    agent.fire();
    LockSupport.parkNanos(MOMENT.toNanos());
  }

  List<String> running() {
    return runtime
        .listContainers(ListContainersRequest.getDefaultInstance())
        .getContainersList()
        .stream()
        .filter(container -> container.getState() == ContainerState.CONTAINER_RUNNING)
        .map(Container::getId)
        .toList();
  }

  @Override
  public void close() {
    agent.kill();
  }
}
