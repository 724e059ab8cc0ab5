package dev.jubelet.pod.plan;

import static dev.jubelet.pod.plan.Planning.livenessFailed;
import static dev.jubelet.pod.plan.Planning.plan;
import static dev.jubelet.pod.plan.Planning.startupFailed;
import static dev.jubelet.pod.plan.Planning.steps;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Containers;
import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.KillReason;
import dev.jubelet.pod.model.PodAction;
import dev.jubelet.pod.model.PodAction.KillContainer;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

/** lifecycle 6.4: which running containers are stopped, and what for. */
@Rule("6.7")
class KilledContainerTest {
  private final Pod pod = Pods.pod("web").container("a").container("b").build();
  private final Observed both = Observed.of(pod).running("b").running("a");

  @Test
  void aChangedDefinitionReplacesTheContainer() {
    PodPlan plan = plan(pod, both.hash(h -> "other"));
    assertThat(steps(plan)).containsExactly("kill a-0", "start a #1");
    assertThat(kill(plan).message()).isEqualTo("Container a definition changed, will be restarted");
    assertThat(kill(plan).graceSeconds()).isNull();
  }

  @Test
  void aChangedDefinitionReplacesEvenWhatNeverRestarts() {
    Pod never = Pods.pod("job").restart("Never").container("a").build();
    assertThat(steps(never, Observed.of(never).running("a").hash(h -> "")))
        .containsExactly("kill a-0", "start a #1");
  }

  @Test
  void aFailedLivenessProbeRestartsTheContainer() {
    PodPlan plan = plan(pod, both, livenessFailed("a-0"));
    assertThat(steps(plan)).containsExactly("kill a-0", "start a #1");
    assertThat(kill(plan).reason()).isEqualTo(KillReason.LIVENESS_FAILED);
    assertThat(kill(plan).message())
        .isEqualTo("Container a failed liveness probe, will be restarted");
  }

  @Test
  void aFailedStartupProbeRestartsTheContainer() {
    PodPlan plan = plan(pod, both, startupFailed("b-0"));
    assertThat(steps(plan)).containsExactly("kill b-0", "start b #1");
    assertThat(kill(plan).reason()).isEqualTo(KillReason.STARTUP_FAILED);
    assertThat(kill(plan).message())
        .isEqualTo("Container b failed startup probe, will be restarted");
  }

  @Test
  void whatNeverRestartsIsOnlyStopped() {
    Pod never = Pods.pod("job").restart("Never").container("a").container("b").build();
    PodPlan plan = plan(never, Observed.of(never).running("a").running("b"), livenessFailed("a-0"));
    assertThat(steps(plan)).containsExactly("kill a-0");
    assertThat(kill(plan).message()).isEqualTo("Container a failed liveness probe");
    assertThat(plan.finished()).isFalse();
  }

  @Test
  void theLastContainerToBeStoppedTakesThePodWithIt() {
    Pod never = Pods.pod("job").restart("Never").container("a").build();
    PodPlan plan = plan(never, Observed.of(never).running("a"), livenessFailed("a-0"));
    assertThat(steps(plan)).containsExactly("kill pod");
    assertThat(plan.finished()).isTrue();
  }

  @Test
  void theContainersOwnPolicyDecidesWhetherItComesBack() {
    Pod mixed = Pods.pod("web").container("a", Containers.policy("Never")).container("b").build();
    Observed observed = Observed.of(mixed).running("a").running("b");
    assertThat(steps(plan(mixed, observed, livenessFailed("a-0")))).containsExactly("kill a-0");
  }

  @Test
  void theGraceOfAFailedProbeIsItsOwn() {
    Pod probed =
        Pods.pod("web").container("a", Containers.livenessProbe(7L)).container("b").build();
    Observed observed = Observed.of(probed).running("a").running("b");
    assertThat(kill(plan(probed, observed, livenessFailed("a-0"))).graceSeconds()).isEqualTo(7);
  }

  @Test
  void aContainerInUnknownStateIsKilledBeforeItRunsAgain() {
    PodPlan plan = plan(pod, Observed.of(pod).unknown("a").running("b"));
    assertThat(steps(plan)).containsExactly("kill a-0", "start a #1");
    assertThat(kill(plan).message())
        .isEqualTo("Container is in \"unknown\" state, try killing it before restart");
  }

  @Test
  void aContainerThatWasCreatedButNeverStartedIsMadeAgain() {
    assertThat(steps(pod, Observed.of(pod).created("a").running("b")))
        .containsExactly("start a #1");
  }

  @Test
  @Rule("6.14")
  void anOlderInstanceThatStillRunsIsStopped() {
    PodPlan plan = plan(pod, Observed.of(pod).running("a").running("b").running("a"));
    assertThat(steps(plan)).containsExactly("kill a-0");
    assertThat(kill(plan).reason()).isEqualTo(KillReason.DUPLICATE);
    assertThat(kill(plan).message()).isEqualTo("Container a runs twice, stopping the older one");
  }

  private static KillContainer kill(PodPlan plan) {
    PodAction first = plan.actions().getFirst();
    assertThat(first).isInstanceOf(KillContainer.class);
    return (KillContainer) first;
  }
}
