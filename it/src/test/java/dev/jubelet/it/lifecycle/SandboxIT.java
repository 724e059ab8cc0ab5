package dev.jubelet.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

/** What becomes of a pod whose sandbox dies. */
@NeedsContainerd(ContainerdGeneration.TWO)
@Rule("6.2")
final class SandboxIT extends LifecycleSuite {
  SandboxIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  void aNewSandboxBeginsWithTheInitContainers() {
    node.apply(
        Manifests.pod("reborn")
            .init("first", image(), "exit 0")
            .init("second", image(), "exit 0")
            .running("main", image()),
        "reborn");
    Pod before = node.awaitReady("reborn");
    String sandbox = kill("reborn");
    Pod after =
        node.await(
            "reborn",
            "runs again",
            pod -> TestNode.isReady(pod) && status(pod, "main").getRestartCount() == 1);
    assertThat(runtime.readySandboxes("reborn"))
        .singleElement()
        .satisfies(ready -> assertThat(ready.getId()).isNotEqualTo(sandbox))
        .satisfies(ready -> assertThat(ready.getMetadata().getAttempt()).isEqualTo(1));
    for (String init : new String[] {"first", "second"}) {
      assertThat(status(after, init).getContainerID())
          .isNotEqualTo(status(before, init).getContainerID());
      assertThat(status(after, init).getRestartCount()).as(init + "'s restarts").isEqualTo(1);
    }
    assertThat(after.getMetadata().getUid()).isEqualTo(before.getMetadata().getUid());
    assertThat(events("reborn", "SandboxChanged")).isNotEmpty();
  }

  @Test
  void aPodThatNeverRestartsFailsWithItsSandbox() {
    node.apply(
        Manifests.pod("once")
            .restartPolicy("Never")
            .graceSeconds(1)
            .container("main", image(), "exec sleep 3600"),
        "once");
    node.awaitReady("once");
    kill("once");
    node.awaitPhase("once", "Failed");
    assertThat(runtime.readySandboxes("once")).isEmpty();
  }

  @Test
  void whatSucceededIsNotRunAgainInTheNewSandbox() {
    node.apply(
        Manifests.pod("half")
            .restartPolicy("OnFailure")
            .container("done", image(), "exit 0")
            .running("main", image()),
        "half");
    String done = awaitEnd("half", "done").getContainerID();
    awaitRunning("half", "main");
    kill("half");
    Pod after = awaitStatus("half", "main", "runs again", status -> status.getRestartCount() == 1);
    assertThat(status(after, "done").getRestartCount()).isZero();
    assertThat(status(after, "done").getState().getTerminated().getContainerID()).isEqualTo(done);
  }

  private String kill(String pod) {
    String sandbox = runtime.readySandboxes(pod).getFirst().getId();
    runtime.kill(sandbox);
    return sandbox;
  }
}
