package dev.jubelet.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What keeps failing is tried more and more rarely, and says why it waits. */
@NeedsContainerd(ContainerdGeneration.TWO)
@Rule("6.9")
final class BackOffIT extends LifecycleSuite {
  BackOffIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  void aCrashLoopWaitsTenSecondsThenTwenty() {
    node.apply(Manifests.pod("crash").container("main", image(), "exit 3"), "crash");
    Pod first = awaitMessage("crash", "back-off 10s restarting failed container=main pod=crash-");
    Instant ended =
        Instant.parse(status(first, "main").getLastState().getTerminated().getFinishedAt());
    assertThat(status(first, "main").getRestartCount()).isEqualTo(1);
    Pod second = awaitMessage("crash", "back-off 20s restarting failed container=main pod=crash-");
    ContainerStatus after = status(second, "main");
    assertThat(after.getRestartCount()).isEqualTo(2);
    assertThat(after.getState().getWaiting().getReason()).isEqualTo("CrashLoopBackOff");
    // The times have whole seconds.
    assertThat(Instant.parse(after.getLastState().getTerminated().getStartedAt()))
        .isAfterOrEqualTo(ended.plus(Duration.ofSeconds(9)));
    assertThat(events("crash", "BackOff")).isNotEmpty();
  }

  @Test
  void anInitContainerThatFailsHoldsUpTheOthers() {
    node.apply(
        Manifests.pod("stuck").init("init", image(), "exit 1").running("main", image()), "stuck");
    awaitWaiting("stuck", "init", "CrashLoopBackOff");
    Pod pod = node.find("stuck").orElseThrow();
    assertThat(pod.getStatus().getPhase()).isEqualTo("Pending");
    assertThat(status(pod, "main").getState().getWaiting().getReason())
        .isEqualTo("PodInitializing");
    aNeighbourIsNotHeldUp("unstuck");
  }

  @Test
  @Rule("6.4")
  void aPodThatNeverRestartsFailsWithItsInitContainer() {
    node.apply(
        Manifests.pod("failed")
            .restartPolicy("Never")
            .init("init", image(), "exit 4")
            .running("main", image()),
        "failed");
    Pod pod = node.awaitPhase("failed", "Failed");
    assertThat(status(pod, "init").getState().getTerminated().getExitCode()).isEqualTo(4);
    assertThat(runtime.containers("failed"))
        .noneMatch(container -> container.getMetadata().getName().equals("main"));
  }

  @Test
  void anotherImageEndsTheBackOff() {
    Manifests bad = Manifests.pod("fixed").uid("fixed-uid").container("main", image(), "exit 1");
    node.apply(bad, "fixed");
    awaitWaiting("fixed", "main", "CrashLoopBackOff");
    Manifests good =
        Manifests.pod("fixed").uid("fixed-uid").running("main", containerd.nextImage());
    node.apply(good, "fixed");
    Pod ready = node.awaitReady("fixed");
    assertThat(status(ready, "main").getRestartCount()).isEqualTo(2);
  }

  private Pod awaitMessage(String pod, String message) {
    return awaitStatus(
        pod,
        "main",
        "says " + message,
        status ->
            status.getState().getWaiting() != null
                && status.getState().getWaiting().getMessage() != null
                && status.getState().getWaiting().getMessage().startsWith(message));
  }
}
