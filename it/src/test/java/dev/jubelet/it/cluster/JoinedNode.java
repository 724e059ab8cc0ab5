package dev.jubelet.it.cluster;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.testing.node.NodeRuntime;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * A node and its cluster, with a look at the runtime behind both.
 *
 * <p>Thread: the test's. Owns: all three; {@link #close} ends them.
 */
final class JoinedNode implements AutoCloseable {
  private static final String POD_NAME = "io.kubernetes.pod.name";

  private final Cluster cluster;
  private final TestNode node;
  private final NodeRuntime runtime;

  JoinedNode(Cluster cluster, TestNode node) {
    this.cluster = cluster;
    this.node = node;
    this.runtime = new NodeRuntime(node.containerd());
  }

  TestNode node() {
    return node;
  }

  NodeRuntime runtime() {
    return runtime;
  }

  /** Starts the agent and waits until its cluster may use it. */
  void join() {
    node.startKubelet();
    await("the node is ready", cluster::isNodeReady);
  }

  void await(String what, BooleanSupplier condition) {
    node.await(what, condition);
  }

  /** Waits for what the API server says of the pod. */
  Pod await(String pod, String what, Predicate<Pod> condition) {
    await(pod + " " + what, () -> cluster.pods().find(pod).filter(condition).isPresent());
    return cluster.pods().find(pod).orElseThrow();
  }

  Pod awaitReady(String pod) {
    return await(pod, "is ready", TestNode::isReady);
  }

  /** Waits until neither the API server nor the runtime has it. */
  void awaitGone(String pod) {
    await(pod + " is gone", () -> cluster.pods().find(pod).isEmpty());
    await(pod + " is gone from the runtime", () -> sandboxes(pod).isEmpty());
  }

  List<PodSandbox> sandboxes(String pod) {
    return runtime.sandboxes().stream()
        .filter(sandbox -> sandbox.getMetadata().getName().equals(pod))
        .toList();
  }

  /** Identifiers of what runs of the pod now, whatever the API server knows. */
  List<String> running(String pod) {
    return runtime.containers().stream()
        .filter(container -> container.getState() == ContainerState.CONTAINER_RUNNING)
        .filter(container -> pod.equals(container.getLabelsMap().get(POD_NAME)))
        .map(Container::getId)
        .toList();
  }

  boolean isRunning(String containerId) {
    return runtime
        .status(containerId)
        .filter(status -> status.getState() == ContainerState.CONTAINER_RUNNING)
        .isPresent();
  }

  /** Removes the pods of a test; no part of them is left afterwards. */
  void clear() {
    cluster.deleteAll();
    await("the API server has no pods", () -> cluster.pods().present().isEmpty());
    await("the runtime has no pods", () -> runtime.sandboxes().isEmpty());
  }

  @Override
  public void close() {
    try (cluster;
        runtime;
        node) {
      cluster.deleteAll();
    }
  }
}
