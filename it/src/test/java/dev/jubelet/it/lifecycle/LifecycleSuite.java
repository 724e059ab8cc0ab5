package dev.jubelet.it.lifecycle;

import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.NodeRuntime;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Tests that share one kubelet on the shared containerd and keep apart by pod names. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LifecycleSuite {
  final PrivateContainerd containerd;
  final TestNode node;
  final NodeRuntime runtime;

  LifecycleSuite(PrivateContainerd containerd) {
    this.containerd = containerd;
    this.node = TestNode.prepare(containerd, containerd.endpoint(), "");
    this.runtime = new NodeRuntime(containerd);
  }

  @BeforeAll
  void start() {
    node.startKubelet();
  }

  @AfterAll
  void close() {
    try (runtime) {
      node.close();
    }
  }

  String image() {
    return containerd.image();
  }

  Pod awaitStatus(String pod, String container, String what, Predicate<ContainerStatus> holds) {
    return node.await(
        pod, container + " " + what, p -> find(p, container).filter(holds).isPresent());
  }

  ContainerStateWaiting awaitWaiting(String pod, String container, String... reasons) {
    List<String> wanted = List.of(reasons);
    Pod found =
        awaitStatus(
            pod,
            container,
            "waits with " + wanted,
            status ->
                status.getState().getWaiting() != null
                    && wanted.contains(status.getState().getWaiting().getReason()));
    return status(found, container).getState().getWaiting();
  }

  ContainerStateTerminated awaitEnd(String pod, String container) {
    Pod ended =
        awaitStatus(
            pod, container, "has ended", status -> status.getState().getTerminated() != null);
    return status(ended, container).getState().getTerminated();
  }

  void awaitRunning(String pod, String container) {
    awaitStatus(pod, container, "runs", status -> status.getState().getRunning() != null);
  }

  /** A pod that must come up whatever the others do, and is gone again afterwards. */
  void aNeighbourIsNotHeldUp(String name) {
    node.apply(Manifests.pod(name).running("main", image()), name);
    node.awaitReady(name);
    node.remove(name);
    node.awaitGone(name);
  }

  /** What the kubelet told people about a pod. */
  List<String> events(String pod, String reason) {
    return node.log()
        .lines()
        .filter(line -> line.contains("Event occurred") && line.contains("/" + pod + "-"))
        .filter(line -> line.contains("reason=\"" + reason + "\""))
        .toList();
  }

  static ContainerStatus status(Pod pod, String container) {
    return find(pod, container)
        .orElseThrow(() -> new AssertionError("no status of " + container + " in " + pod));
  }

  private static Optional<ContainerStatus> find(Pod pod, String container) {
    return Stream.of(
            pod.getStatus().getContainerStatuses(), pod.getStatus().getInitContainerStatuses())
        .flatMap(List::stream)
        .filter(status -> status.getName().equals(container))
        .map(LifecycleSuite::withState)
        .findFirst();
  }

  private static ContainerStatus withState(ContainerStatus status) {
    return status.getState() == null
        ? status.edit().withState(new ContainerState()).build()
        : status;
  }
}
