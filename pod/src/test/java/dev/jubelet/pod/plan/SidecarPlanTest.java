package dev.jubelet.pod.plan;

import static dev.jubelet.pod.plan.Planning.livenessFailed;
import static dev.jubelet.pod.plan.Planning.plan;
import static dev.jubelet.pod.plan.Planning.started;
import static dev.jubelet.pod.plan.Planning.startupFailed;
import static dev.jubelet.pod.plan.Planning.steps;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Containers;
import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.ContainerKind;
import dev.jubelet.pod.model.KillReason;
import dev.jubelet.pod.model.PodAction.KillContainer;
import dev.jubelet.pod.model.PodAction.StartContainer;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

/** lifecycle 6.3: restartable init containers. */
@Rule("6.5")
class SidecarPlanTest {
  private final Pod pod = Pods.pod("web").sidecar("s").init("i").container("a").build();
  private final Pod probed =
      Pods.pod("web").sidecar("s", Containers.startupProbe(5L)).container("a").build();

  @Test
  void aFailedStartOfOneDoesNotHoldBackTheRest() {
    assertThat(plan(pod, Observed.of(pod)).actions())
        .containsExactly(new StartContainer("s", ContainerKind.SIDECAR, 0, false));
  }

  @Test
  void theNextStartsAsSoonAsItRuns() {
    assertThat(steps(pod, Observed.of(pod).running("s"))).containsExactly("start i #0");
  }

  @Test
  void withAStartupProbeTheNextWaitsForItsSuccess() {
    Observed running = Observed.of(probed).running("s");
    assertThat(steps(probed, running)).isEmpty();
    assertThat(steps(plan(probed, running, started("s-0")))).containsExactly("start a #0");
  }

  @Test
  void aFailedStartupProbeRestartsItWithTheProbesGrace() {
    var plan = plan(probed, Observed.of(probed).running("s"), startupFailed("s-0"));
    assertThat(plan.actions())
        .containsExactly(
            new KillContainer(
                "s-0", "s", KillReason.STARTUP_FAILED, "Init container s failed startup probe", 5L),
            new StartContainer("s", ContainerKind.SIDECAR, 1, false));
  }

  @Test
  void aFailedLivenessProbeRestartsIt() {
    Observed observed = Observed.of(pod).running("s").exited("i", 0).running("a");
    var plan = plan(pod, observed, livenessFailed("s-0"));
    assertThat(steps(plan)).containsExactly("kill s-0", "start s #1");
    assertThat(((KillContainer) plan.actions().getFirst()).message())
        .isEqualTo("Init container s failed liveness probe");
  }

  @Test
  void aChangedDefinitionRestartsItWhileTheNextMayStart() {
    Observed observed = Observed.of(pod).running("s").hash(h -> "other");
    assertThat(steps(pod, observed)).containsExactly("kill s-0", "start s #1", "start i #0");
  }

  @Test
  void itIsStartedAgainWhenItEndsEvenInAPodThatNeverRestarts() {
    Pod never = Pods.pod("job").restart("Never").sidecar("s").container("a").build();
    assertThat(steps(never, Observed.of(never).exited("s", 0).running("a")))
        .containsExactly("start s #1");
    assertThat(steps(never, Observed.of(never).exited("s", 0))).containsExactly("start s #1");
  }

  @Test
  void itIsStartedAgainWhenItsRemainsAreGone() {
    assertThat(steps(pod, Observed.of(pod).running("a"))).containsExactly("start s #0");
    assertThat(steps(pod, Observed.of(pod).running("i"))).containsExactly("start s #0");
  }

  @Test
  void inUnknownStateItIsKilledAndStartedAgain() {
    assertThat(steps(pod, Observed.of(pod).unknown("s").running("a")))
        .containsExactly("kill s-0", "start s #1");
  }

  @Test
  void oneThatWasCreatedButNeverStartedIsMadeAgain() {
    assertThat(steps(pod, Observed.of(pod).created("s"))).containsExactly("start s #1");
  }

  @Test
  void theyDoNotKeepAPodAliveWhoseRegularContainersAreDone() {
    Pod job = Pods.pod("job").restart("Never").sidecar("s").container("a").build();
    var running = plan(job, Observed.of(job).running("s").exited("a", 0));
    assertThat(steps(running)).containsExactly("kill pod");
    assertThat(running.finished()).isTrue();
    assertThat(steps(job, Observed.of(job).exited("s", 1).exited("a", 0)))
        .containsExactly("kill pod");
  }
}
