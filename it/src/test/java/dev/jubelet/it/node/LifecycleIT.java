package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.NodeRuntime;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How pods begin again and end, beyond the plain cases. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class LifecycleIT extends NodeSuite {
  private static final String STAY = "trap 'exit 0' TERM; while :; do sleep 3600 & wait; done";

  /** Ends with this code once somebody makes the file. */
  private static final String END_WHEN_TOLD =
      "while [ ! -e /shared/%1$s ]; do sleep 0.1; done; rm /shared/%1$s; exit %2$d";

  @TempDir Path shared;

  LifecycleIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  void anExitCodeRuleStartsItsOwnContainerAgain() throws IOException {
    apply(
        "rules",
        "restartPolicy: Never",
        container("main", END_WHEN_TOLD.formatted("end", 42), RESTART.formatted("Restart")),
        container("other", STAY, ""));
    Pod before = node.awaitReady("rules");
    Files.createFile(shared.resolve("end"));
    Pod after =
        node.await(
            "rules",
            "has its container again",
            pod -> TestNode.isReady(pod) && status(pod, "main").getRestartCount() == 1);
    assertThat(status(after, "main").getLastState().getTerminated().getExitCode()).isEqualTo(42);
    assertThat(status(after, "other").getContainerID())
        .isEqualTo(status(before, "other").getContainerID());
  }

  @Test
  void aRuleCanStartEveryContainerAgainInitContainersFirst() throws IOException {
    apply(
        "all",
        """
        restartPolicy: Never
          initContainers:
        """
            + container("first", "echo first >> /shared/order", "")
            + container("second", "echo second >> /shared/order", ""),
        container(
            "main", END_WHEN_TOLD.formatted("end", 42), RESTART.formatted("RestartAllContainers")),
        container("other", STAY, ""));
    Pod before = node.awaitReady("all");
    Files.createFile(shared.resolve("end"));
    Pod after =
        node.await(
            "all",
            "has all its containers again",
            pod -> TestNode.isReady(pod) && status(pod, "other").getRestartCount() == 1);
    assertThat(Files.readAllLines(shared.resolve("order")))
        .containsExactly("first", "second", "first", "second");
    for (String name : List.of("first", "second", "main", "other")) {
      assertThat(status(after, name).getRestartCount()).as(name).isEqualTo(1);
      assertThat(runtimeHas(id(before, name))).as(name + " of old is gone").isFalse();
      assertThat(runtimeHas(id(after, name))).as(name + " of now is there").isTrue();
    }
    assertThat(condition(after, "AllContainersRestarting").getStatus()).isEqualTo("False");
    assertThat(after.getStatus().getPodIP()).isEqualTo(before.getStatus().getPodIP());
  }

  @Test
  void aPodFailsAtItsDeadlineAndStaysFailedWhenTheAgentStartsAgain() {
    apply("job", "activeDeadlineSeconds: 3", container("main", STAY, ""));
    node.awaitReady("job");
    Pod failed =
        node.await(
            "job",
            "has failed and stopped",
            pod ->
                "Failed".equals(pod.getStatus().getPhase())
                    && status(pod, "main").getState().getTerminated() != null);
    assertDeadlineExceeded(failed);
    assertThat(TestNode.isReady(failed)).isFalse();
    String stopped = id(failed, "main");
    node.killKubelet();
    node.startKubelet();
    Pod again = node.awaitPhase("job", "Failed");
    assertDeadlineExceeded(again);
    assertThat(id(again, "main")).isEqualTo(stopped);
    // The next agent counts from the sandbox, which was there before the container began.
    assertThat(Instant.parse(again.getStatus().getStartTime()))
        .isBetween(
            Instant.parse(failed.getStatus().getStartTime()),
            Instant.parse(status(failed, "main").getState().getTerminated().getStartedAt()));
  }

  private static void assertDeadlineExceeded(Pod pod) {
    assertThat(pod.getStatus().getReason()).isEqualTo("DeadlineExceeded");
    assertThat(pod.getStatus().getMessage())
        .isEqualTo("Pod was active on the node longer than the specified deadline");
  }

  @Test
  void aReadinessGateThatNobodyOpensKeepsAPodUnready() {
    apply("gated", "readinessGates: [{conditionType: x.io/open}]", container("main", STAY, ""));
    Pod pod =
        node.await(
            "gated",
            "has ready containers",
            p -> p.getStatus() != null && isTrue(p, "ContainersReady"));
    assertThat(condition(pod, "Ready").getStatus()).isEqualTo("False");
    assertThat(condition(pod, "Ready").getReason()).isEqualTo("ReadinessGatesNotReady");
    assertThat(condition(pod, "Ready").getMessage())
        .isEqualTo("corresponding condition of pod readiness gate \"x.io/open\" does not exist.");
  }

  @Test
  void aPodThatWasForgottenWhileTheAgentWasAwayStillHasItsPreStopHookRun() {
    apply(
        "orphan",
        "",
        container(
            "main", STAY, "lifecycle: {preStop: {exec: {command: [touch, /shared/stopping]}}}"));
    node.awaitReady("orphan");
    node.killKubelet();
    node.remove("orphan");
    node.startKubelet();
    node.awaitGone("orphan");
    assertThat(shared.resolve("stopping")).exists();
  }

  /** With a UID of its own the pod stays the same one, otherwise it is replaced. */
  @ParameterizedTest
  @CsvSource({"plain, '', ''", "ownside, 'uid: ownside-uid', 'restartPolicy: Always'"})
  void aPodWhoseInitContainerWasTakenOutWhileTheAgentWasAwayBecomesReady(
      String name, String uid, String policy) {
    String main = container("main", STAY, "");
    applyWith(name, uid, init(policy), main);
    node.awaitReady(name);
    node.killKubelet();
    applyWith(name, uid, "", main);
    node.startKubelet();
    Pod after =
        node.await(
            name,
            "is ready without its init container",
            pod -> TestNode.isReady(pod) && pod.getSpec().getInitContainers().isEmpty());
    assertThat(after.getStatus().getInitContainerStatuses()).isEmpty();
    assertThat(status(after, "main").getState().getRunning()).isNotNull();
  }

  @Test
  void aPodWhoseInitContainerTheRuntimeLostWhileTheAgentWasAwayBecomesReady() {
    apply("lost", init(""), container("main", STAY, ""));
    Pod before = node.awaitReady("lost");
    node.killKubelet();
    try (NodeRuntime runtime = new NodeRuntime(containerd)) {
      runtime.remove(id(before, "first"));
    }
    node.startKubelet();
    Pod after = node.awaitReady("lost");
    assertThat(id(after, "main")).isEqualTo(id(before, "main"));
  }

  private String init(String policy) {
    return "initContainers:\n" + container("first", policy.isEmpty() ? "true" : STAY, policy);
  }

  private static boolean isTrue(Pod pod, String type) {
    return pod.getStatus().getConditions().stream()
        .anyMatch(c -> c.getType().equals(type) && "True".equals(c.getStatus()));
  }

  private static final String RESTART =
      "restartPolicy: Never, restartPolicyRules: [{action: %s, exitCodes: {operator: In, values:"
          + " [42]}}]";

  private static PodCondition condition(Pod pod, String type) {
    return pod.getStatus().getConditions().stream()
        .filter(condition -> condition.getType().equals(type))
        .findFirst()
        .orElseThrow();
  }

  private boolean runtimeHas(String id) {
    return containerd.ctr("containers", "list", "-q").lines().anyMatch(id::equals);
  }

  private static String id(Pod pod, String name) {
    return status(pod, name).getContainerID().replace("containerd://", "");
  }

  private static ContainerStatus status(Pod pod, String name) {
    return Stream.concat(
            pod.getStatus().getInitContainerStatuses().stream(),
            pod.getStatus().getContainerStatuses().stream())
        .filter(status -> status.getName().equals(name))
        .findFirst()
        .orElseGet(() -> new ContainerStatusBuilder().withName(name).withRestartCount(0).build());
  }

  private String container(String name, String script, String more) {
    return """
      - {name: %s, image: %s, imagePullPolicy: IfNotPresent, command: [sh, -c, "%s"],
         volumeMounts: [{name: shared, mountPath: /shared}], %s}
    """
        .formatted(name, containerd.image(), script, more);
  }

  private void apply(String name, String spec, String... containers) {
    applyWith(name, "", spec, containers);
  }

  private void applyWith(String name, String metadata, String spec, String... containers) {
    node.apply(
        name + ".yaml",
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, %s}
        spec:
          terminationGracePeriodSeconds: 5
          volumes: [{name: shared, hostPath: {path: %s, type: Directory}}]
          %s
          containers:
        %s
        """
            .formatted(name, metadata, shared, spec, String.join("", containers)));
  }
}
