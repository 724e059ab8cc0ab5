package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NeedsContainerd(ContainerdGeneration.TWO)
final class ProbesAndHooksIT extends NodeSuite {
  private static final String STAY = "trap 'exit 0' TERM; while :; do sleep 3600 & wait; done";

  @TempDir Path shared;

  ProbesAndHooksIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  @Rule("7.9")
  void aPodIsReadyWhileItsReadinessProbeSaysSo() throws IOException {
    apply(
        "gate",
        STAY,
        "readinessProbe: {exec: {command: [test, -e, /shared/open]}, periodSeconds: 1, failureThreshold: 1}");
    Pod closed = node.await("gate", "runs", pod -> "Running".equals(pod.getStatus().getPhase()));
    assertThat(TestNode.isReady(closed)).isFalse();
    Files.createFile(shared.resolve("open"));
    node.awaitReady("gate");
    Files.delete(shared.resolve("open"));
    node.await("gate", "is not ready any more", pod -> !TestNode.isReady(pod));
    assertThat(only(node.find("gate").orElseThrow()).getRestartCount()).isZero();
  }

  @Test
  void readinessSurvivesARestartOfTheAgent() throws IOException {
    Files.createFile(shared.resolve("open"));
    apply(
        "calm",
        STAY,
        "readinessProbe: {exec: {command: [test, -e, /shared/open]}, periodSeconds: 600, initialDelaySeconds: 1}");
    node.awaitReady("calm");
    node.await("its results are on disk", () -> Files.exists(node.root().resolve("probe_results")));
    node.stopKubelet();
    node.startKubelet();
    // The next probe is minutes away: only what was remembered can make it ready.
    node.awaitReady("calm");
  }

  @Test
  @Rule("6.7")
  void aContainerWhoseLivenessProbeFailsIsStartedAgain() {
    apply(
        "sick",
        STAY,
        "livenessProbe: {tcpSocket: {port: 81}, periodSeconds: 1, failureThreshold: 2}");
    Pod pod = node.await("sick", "is restarted", p -> only(p).getRestartCount() >= 1);
    assertThat(only(pod).getLastState().getTerminated()).isNotNull();
  }

  @Test
  void anHttpProbeReachesThePodsOwnAddress() {
    apply(
        "web",
        "mkdir /www; echo fine > /www/health; httpd -f -p 8080 -h /www",
        "readinessProbe: {httpGet: {path: /health, port: 8080}, periodSeconds: 1}");
    node.awaitReady("web");
  }

  @Test
  @Rule({"9.1", "9.2"})
  void hooksRunAfterTheStartAndBeforeTheEnd() {
    apply(
        "hooked",
        STAY,
        "lifecycle: {postStart: {exec: {command: [touch, /shared/started]}}, preStop: {exec: {command: [touch, /shared/stopping]}}}");
    node.awaitReady("hooked");
    assertThat(shared.resolve("started")).exists();
    assertThat(shared.resolve("stopping")).doesNotExist();
    node.remove("hooked");
    node.awaitGone("hooked");
    assertThat(shared.resolve("stopping")).exists();
  }

  /** A hook by tcpSocket is valid and always fails, as upstream's does. */
  @ParameterizedTest
  @ValueSource(strings = {"exec: {command: [\"false\"]}", "tcpSocket: {port: 80}"})
  @Rule("9.1")
  void aFailedPostStartHookStopsTheContainer(String hook) {
    apply("unlucky", STAY, "lifecycle: {postStart: {" + hook + "}}");
    Pod pod =
        node.await(
            "unlucky",
            "waits after its hook failed",
            p ->
                only(p).getState() != null
                    && only(p).getState().getWaiting() != null
                    && ("PostStartHookError".equals(only(p).getState().getWaiting().getReason())
                        || "CrashLoopBackOff".equals(only(p).getState().getWaiting().getReason())));
    assertThat(TestNode.isReady(pod)).isFalse();
  }

  private void apply(String name, String script, String more) {
    node.apply(
        name + ".yaml",
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec:
          terminationGracePeriodSeconds: 5
          volumes: [{name: shared, hostPath: {path: %s, type: Directory}}]
          containers:
          - name: main
            image: %s
            imagePullPolicy: IfNotPresent
            command: [sh, -c, "%s"]
            volumeMounts: [{name: shared, mountPath: /shared}]
            %s
        """
            .formatted(name, shared, containerd.image(), script, more));
  }

  private static ContainerStatus only(Pod pod) {
    return pod.getStatus().getContainerStatuses().isEmpty()
        ? new ContainerStatusBuilder().withRestartCount(0).build()
        : pod.getStatus().getContainerStatuses().getFirst();
  }
}
