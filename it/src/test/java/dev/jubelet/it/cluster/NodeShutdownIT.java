package dev.jubelet.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.NeedsControlPlane;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.systemd.FakeLogind;
import dev.jubelet.testing.systemd.PrivateBus;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * A machine that is about to go down, and then does not: pods of three priorities on a real runtime
 * and a real message bus, on which the login manager is played.
 */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@NeedsControlPlane
@NeedsContainerd(ContainerdGeneration.TWO)
final class NodeShutdownIT {
  private static final String SETTINGS =
      """
      shutdownGracePeriodByPodPriority:
      - {priority: 0, shutdownGracePeriodSeconds: 15}
      - {priority: 1000, shutdownGracePeriodSeconds: 15}
      - {priority: 2000000000, shutdownGracePeriodSeconds: 15}
      """;
  private static final String MESSAGE = "Pod was terminated in response to imminent node shutdown.";
  private static final String LINGERS = "trap 'sleep 1; exit 3' TERM; while :; do sleep 1; done";
  private static final String IGNORES = "trap '' TERM; while :; do sleep 1; done";

  private final PrivateContainerd containerd;
  private final Cluster cluster;
  private final JoinedNode joined;
  private final PrivateBus bus;
  private final FakeLogind logind;

  NodeShutdownIT(PrivateContainerd containerd) {
    this.containerd = containerd;
    cluster = Cluster.start();
    TestNode node =
        TestNode.joining(containerd, cluster.plane().nodeKubeconfig(TestNode.NODE_NAME), SETTINGS);
    joined = new JoinedNode(cluster, node);
    bus = PrivateBus.start(node.directory());
    node.useBus(bus.socket());
    logind = FakeLogind.onBus(bus.socket());
  }

  @BeforeAll
  void start() {
    joined.join();
    joined.await("it holds a lock", () -> logind.heldLocks() == 1);
    cluster.create(priorityClass("middle", 1000));
    create("plain", "", IGNORES, 4);
    create("middle", "middle", LINGERS, 10);
    create("critical", "system-node-critical", LINGERS, 10);
    List.of("plain", "middle", "critical").forEach(joined::awaitReady);
  }

  private static String priorityClass(String name, int value) {
    return """
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: {name: %s}
        value: %d
        """
        .formatted(name, value);
  }

  private void create(String name, String priorityClass, String script, long grace) {
    cluster.create(
        Workloads.boundPod(name)
            .container("main", containerd.image(), script)
            .graceSeconds(grace)
            .spec("  priorityClassName: \"" + priorityClass + "\"")
            .yaml());
  }

  @AfterAll
  void stop() {
    try (bus;
        logind) {
      joined.close();
    }
  }

  @Test
  void podsEndInTheOrderOfTheirPrioritiesAndTheNodeComesBack() throws IOException {
    List<Pod> before = cluster.pods().present();
    logind.prepareForShutdown(true);
    joined.await("the node is not ready", () -> ready().getStatus().equals("False"));
    assertThat(ready().getReason()).isEqualTo("KubeletNotReady");
    assertThat(ready().getMessage()).isEqualTo("node is shutting down");
    assertThat(logind.heldLocks()).as("the first pod still has time").isEqualTo(1);
    create("late", "", LINGERS, 1);
    Pod late = joined.await("late", "is refused", pod -> PodStates.isPhase(pod, "Failed"));
    assertThat(late.getStatus().getReason()).isEqualTo("NodeShutdown");
    assertThat(late.getStatus().getMessage())
        .isEqualTo("Pod was rejected: Pod was rejected as the node is shutting down.");

    joined.await("the machine may go down", () -> logind.heldLocks() == 0);
    assertThat(inOrderOfTheirEnds(before)).containsExactly("plain", "middle", "critical");
    List.of("plain", "middle", "critical").forEach(this::assertTerminated);
    assertThat(Files.readString(joined.node().root().resolve("graceful_node_shutdown_state")))
        .matches("\\{\"startTime\":\"20[^\"]+Z\",\"endTime\":\"20[^\"]+Z\"}");
    assertThat(joined.node().page("/metrics").orElseThrow())
        .containsPattern("kubelet_graceful_shutdown_start_time_seconds [1-9]")
        .containsPattern("kubelet_graceful_shutdown_end_time_seconds [1-9]");

    logind.prepareForShutdown(false);
    joined.await("the node is ready again", cluster::isNodeReady);
    assertThat(logind.heldLocks()).isEqualTo(1);
    create("next", "", LINGERS, 1);
    joined.awaitReady("next");
    joined.await(
        "both were told",
        () ->
            cluster
                .kubectl("get", "events", "-A", "-o", "jsonpath={.items[*].message}")
                .contains("Shutdown manager detected shutdown cancellation"));
    assertThat(cluster.kubectl("get", "events", "-A", "-o", "jsonpath={.items[*].message}"))
        .contains("Shutdown manager detected shutdown event");
    assertThat(cluster.pods().contradictions()).isEmpty();
  }

  private NodeCondition ready() {
    return cluster.node().orElseThrow().getStatus().getConditions().stream()
        .filter(condition -> condition.getType().equals("Ready"))
        .findFirst()
        .orElseThrow();
  }

  private List<String> inOrderOfTheirEnds(List<Pod> pods) {
    return pods.stream()
        .sorted(Comparator.comparingLong(this::finishedAt))
        .map(pod -> pod.getMetadata().getName())
        .toList();
  }

  private long finishedAt(Pod pod) {
    String id = PodStates.containerId(pod);
    return joined.runtime().status(id).orElseThrow().getFinishedAt();
  }

  private void assertTerminated(String name) {
    Pod pod = joined.await(name, "has failed", p -> PodStates.isPhase(p, "Failed"));
    assertThat(pod.getStatus().getReason()).isEqualTo("Terminated");
    assertThat(pod.getStatus().getMessage()).isEqualTo(MESSAGE);
    assertThat(TestNode.isReady(pod)).isFalse();
    PodCondition disrupted =
        pod.getStatus().getConditions().stream()
            .filter(condition -> condition.getType().equals("DisruptionTarget"))
            .findFirst()
            .orElseThrow();
    assertThat(disrupted.getStatus()).isEqualTo("True");
    assertThat(disrupted.getReason()).isEqualTo("TerminationByKubelet");
    assertThat(disrupted.getMessage()).isEqualTo(MESSAGE);
  }
}
