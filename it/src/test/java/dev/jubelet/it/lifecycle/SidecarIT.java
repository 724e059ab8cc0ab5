package dev.jubelet.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Init containers that go on: they gate the start, live with the pod and end after it. */
@NeedsContainerd(ContainerdGeneration.TWO)
@Rule("6.5")
final class SidecarIT extends LifecycleSuite {
  private static final String MOUNT = "volumeMounts: [{name: shared, mountPath: /shared}]";

  SidecarIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  void theOthersStartWhenItsStartupProbeSucceeds(@TempDir Path shared) throws IOException {
    node.apply(
        pod("gated", shared)
            .sidecar("side", image(), Manifests.STAY)
            .with(MOUNT)
            .with(
                "startupProbe: {exec: {command: [test, -e, /shared/open]}, periodSeconds: 1,"
                    + " failureThreshold: 1000}")
            .init("init", image(), "exit 0")
            .running("main", image()),
        "gated");
    awaitRunning("gated", "side");
    Pod closed = node.find("gated").orElseThrow();
    assertThat(status(closed, "side").getStarted()).isFalse();
    assertThat(runtime.containers("gated")).hasSize(1);
    Files.createFile(shared.resolve("open"));
    Pod open = node.awaitReady("gated");
    assertThat(status(open, "side").getStarted()).isTrue();
    assertThat(status(open, "init").getState().getTerminated().getExitCode()).isZero();
  }

  @Test
  @Rule("6.12")
  void sidecarsEndAfterTheOthersInReverseOrder(@TempDir Path shared) {
    node.apply(
        pod("ordered", shared)
            .graceSeconds(30)
            .sidecar("one", image(), noting("one"))
            .with(MOUNT)
            .sidecar("two", image(), noting("two"))
            .with(MOUNT)
            .container("main", image(), noting("main"))
            .with(MOUNT),
        "ordered");
    node.awaitReady("ordered");
    node.remove("ordered");
    node.awaitGone("ordered");
    assertThat(shared.resolve("order")).content().isEqualTo("main\ntwo\none\n");
  }

  @Test
  void aSidecarIsStartedAgainEvenWhereNothingElseIs() {
    node.apply(
        Manifests.pod("sturdy")
            .restartPolicy("Never")
            .sidecar("side", image(), Manifests.STAY)
            .running("main", image()),
        "sturdy");
    String main = status(node.awaitReady("sturdy"), "main").getContainerID();
    runtime.kill(runtime.running("sturdy", "side").getId());
    Pod after =
        node.await(
            "sturdy",
            "has its sidecar again",
            pod -> TestNode.isReady(pod) && status(pod, "side").getRestartCount() == 1);
    assertThat(status(after, "main").getContainerID()).isEqualTo(main);
  }

  @Test
  void sidecarsDoNotKeepAJobFromSucceeding() {
    node.apply(
        Manifests.pod("job")
            .restartPolicy("Never")
            .sidecar("side", image(), Manifests.STAY)
            .container("main", image(), "exit 0"),
        "job");
    node.awaitPhase("job", "Succeeded");
    node.await("its sidecar has ended", () -> runtime.running("job").isEmpty());
  }

  private static Manifests pod(String name, Path shared) {
    return Manifests.pod(name)
        .spec("  volumes: [{name: shared, hostPath: {path: " + shared + "}}]");
  }

  /** Writes its name when it is told to end. */
  private static String noting(String name) {
    return "trap 'echo "
        + name
        + " >> /shared/order; exit 0' TERM; while :; do sleep 3600 & wait; done";
  }
}
