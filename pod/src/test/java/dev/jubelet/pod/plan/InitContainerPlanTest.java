package dev.jubelet.pod.plan;

import static dev.jubelet.pod.plan.Planning.plan;
import static dev.jubelet.pod.plan.Planning.steps;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Containers;
import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.ContainerKind;
import dev.jubelet.pod.model.PodAction.KillContainer;
import dev.jubelet.pod.model.PodAction.StartContainer;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

/** lifecycle 6.3: ordinary init containers. */
@Rule("6.3")
class InitContainerPlanTest {
  private final Pod pod = Pods.pod("web").init("i").init("j").container("a").build();

  @Test
  void theFirstOneStartsAloneAndHoldsBackTheRest() {
    assertThat(plan(pod, Observed.nothingOf(pod)).actions())
        .last()
        .isEqualTo(new StartContainer("i", ContainerKind.INIT, 0, true));
  }

  @Test
  void inASandboxWithoutContainersTheFirstOneStarts() {
    assertThat(steps(pod, Observed.of(pod))).containsExactly("start i #0");
  }

  @Test
  void nothingElseStartsWhileOneRuns() {
    assertThat(steps(pod, Observed.of(pod).running("i"))).isEmpty();
  }

  @Test
  void theNextStartsAfterSuccess() {
    assertThat(steps(pod, Observed.of(pod).exited("i", 0))).containsExactly("start j #0");
  }

  @Test
  void regularContainersStartAfterTheLastOneSucceeded() {
    assertThat(steps(pod, Observed.of(pod).exited("i", 0).exited("j", 0)))
        .containsExactly("start a #0");
  }

  @Test
  void theLastOneAloneTellsThatInitialisationIsDone() {
    assertThat(steps(pod, Observed.of(pod).exited("j", 0))).containsExactly("start a #0");
  }

  @Test
  @Rule("6.4")
  void aFailedOneIsTriedAgain() {
    assertThat(steps(pod, Observed.of(pod).exited("i", 1))).containsExactly("start i #1");
  }

  @Test
  @Rule("6.4")
  void aFailedOneThatMayNotRestartEndsThePod() {
    Pod never = Pods.pod("job").restart("Never").init("i").container("a").build();
    var plan = plan(never, Observed.of(never).exited("i", 1));
    assertThat(steps(plan)).containsExactly("kill pod");
    assertThat(plan.finished()).isTrue();
  }

  @Test
  void itsOwnRulesMayRestartItInAPodThatNeverRestarts() {
    Pod ruled =
        Pods.pod("job")
            .restart("Never")
            .init("i", Containers.policy("Never").andThen(Containers.rule("Restart", "In", 42)))
            .container("a")
            .build();
    assertThat(steps(ruled, Observed.of(ruled).exited("i", 42))).containsExactly("start i #1");
    assertThat(plan(ruled, Observed.of(ruled).exited("i", 43)).finished()).isTrue();
  }

  @Test
  void oneThatWasCreatedButNeverStartedIsMadeAgain() {
    assertThat(steps(pod, Observed.of(pod).created("i"))).containsExactly("start i #1");
  }

  @Test
  void oneInUnknownStateIsKilledBeforeItRunsAgain() {
    var plan = plan(pod, Observed.of(pod).unknown("i"));
    assertThat(steps(plan)).containsExactly("kill i-0", "start i #1");
    assertThat(((KillContainer) plan.actions().getFirst()).message())
        .isEqualTo("Init container is in \"unknown\" state, try killing it before restart");
  }

  @Test
  void oneInUnknownStateEndsAPodThatNeverRestarts() {
    Pod never = Pods.pod("job").restart("Never").init("i").container("a").build();
    var plan = plan(never, Observed.of(never).unknown("i"));
    assertThat(steps(plan)).containsExactly("kill pod");
    assertThat(plan.finished()).isTrue();
  }

  @Test
  void onceARegularContainerExistsNoneEverRunsAgain() {
    assertThat(steps(pod, Observed.of(pod).exited("a", 1))).containsExactly("start a #1");
    assertThat(steps(pod, Observed.of(pod).created("a"))).containsExactly("start a #1");
    assertThat(steps(pod, Observed.of(pod).exited("j", 1).running("a"))).isEmpty();
  }

  @Test
  void thoseOfAnOlderSandboxDoNotCount() {
    Observed observed =
        Observed.nothingOf(pod).sandbox(false).exited("j", 0).exited("a", 137).sandbox(true);
    assertThat(steps(pod, observed)).containsExactly("start i #0");
  }

  @Test
  void onlyTheNewestDeadOneIsKept() {
    assertThat(steps(pod, Observed.of(pod).exited("i", 1).exited("i", 1).exited("i", 0)))
        .containsExactly("remove i-1", "remove i-0", "start j #0");
  }
}
