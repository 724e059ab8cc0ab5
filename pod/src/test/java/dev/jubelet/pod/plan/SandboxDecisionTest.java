package dev.jubelet.pod.plan;

import static dev.jubelet.pod.plan.Planning.plan;
import static dev.jubelet.pod.plan.Planning.steps;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Containers;
import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.PodAction.KillPod;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;

/** lifecycle 6.1: when a pod gets a new sandbox. */
@Rule("6.1")
class SandboxDecisionTest {
  private final Pod pod = Pods.pod("web").container("a").build();

  @Test
  void aNewPodGetsItsFirstSandboxAndAllItsContainers() {
    Pod two = Pods.pod("web").container("a").container("b").build();
    assertThat(steps(two, Observed.nothingOf(two)))
        .containsExactly("sandbox #0", "start a #0", "start b #0");
  }

  @Test
  void aPodInGoodOrderIsLeftAlone() {
    var plan = plan(pod, Observed.of(pod).running("a"));
    assertThat(plan.actions()).isEmpty();
    assertThat(plan.waits()).isEmpty();
    assertThat(plan.finished()).isFalse();
  }

  @Test
  void aSandboxThatIsNotReadyIsReplaced() {
    assertThat(steps(pod, Observed.nothingOf(pod).sandbox(false).running("a")))
        .containsExactly("kill pod", "sandbox #1", "start a #1");
  }

  @Test
  void theKillOfTheOldSandboxCarriesTheWordsOfTheEvent() {
    assertThat(plan(pod, Observed.nothingOf(pod).sandbox(false)).actions())
        .contains(new KillPod("Pod sandbox changed, it will be killed and re-created."));
  }

  @Test
  void severalReadySandboxesAreReplacedByOne() {
    assertThat(steps(pod, Observed.of(pod).sandbox(true).running("a")))
        .containsExactly("kill pod", "sandbox #2", "start a #1");
  }

  @Test
  void aReadySandboxBehindADeadOneIsReplaced() {
    assertThat(steps(pod, Observed.of(pod).sandbox(false)))
        .containsExactly("kill pod", "sandbox #2", "start a #0");
  }

  @Test
  void aSandboxOnTheOtherNetworkIsReplaced() {
    assertThat(steps(pod, Observed.nothingOf(pod).sandbox(true, true, List.of())))
        .containsExactly("kill pod", "sandbox #1", "start a #0");
  }

  @Test
  void aSandboxWithoutAnAddressIsReplaced() {
    assertThat(steps(pod, Observed.nothingOf(pod).sandbox(true, false, List.of())))
        .containsExactly("kill pod", "sandbox #1", "start a #0");
  }

  @Test
  void onTheHostsNetworkNoAddressIsNeeded() {
    Pod host = Pods.pod("web").hostNetwork().container("a").build();
    assertThat(steps(host, Observed.of(host).running("a"))).isEmpty();
  }

  @Test
  void aPodThatNeverRestartsGetsNoSecondSandboxOnceItHadContainers() {
    Pod never = Pods.pod("job").restart("Never").container("a").build();
    var plan = plan(never, Observed.nothingOf(never).sandbox(false).exited("a", 137));
    assertThat(plan.actions()).isEmpty();
    assertThat(plan.finished()).isTrue();
  }

  @Test
  void whatMayStillRunInAFinishedPodIsStopped() {
    Pod never = Pods.pod("job").restart("Never").container("a").build();
    assertThat(steps(never, Observed.nothingOf(never).sandbox(false).unknown("a")))
        .containsExactly("kill pod");
    assertThat(steps(never, Observed.nothingOf(never).sandbox(false).running("a")))
        .containsExactly("kill pod");
  }

  @Test
  void aPodThatNeverRestartsIsTriedAgainWhileItHadNoContainer() {
    Pod never = Pods.pod("job").restart("Never").container("a").build();
    assertThat(steps(never, Observed.nothingOf(never).sandbox(false)))
        .containsExactly("kill pod", "sandbox #1", "start a #0");
  }

  @Test
  @Rule("6.2")
  void containersThatSucceededAreNotBroughtBackByANewSandbox() {
    Pod job = Pods.pod("job").restart("OnFailure").container("a").container("b").build();
    Observed observed = Observed.nothingOf(job).sandbox(false).exited("a", 0).exited("b", 137);
    assertThat(steps(job, observed)).containsExactly("kill pod", "sandbox #1", "start b #1");
  }

  @Test
  void noSandboxIsMadeWhenNothingRemainsToStart() {
    Pod job = Pods.pod("job").restart("OnFailure").container("a").build();
    var plan = plan(job, Observed.nothingOf(job).sandbox(false).exited("a", 0));
    assertThat(plan.actions()).isEmpty();
    assertThat(plan.finished()).isTrue();
  }

  @Test
  void aContainerOfItsOwnPolicyNeverIsNotBroughtBackEither() {
    Pod mixed = Pods.pod("web").container("a").container("b", Containers.policy("Never")).build();
    Observed observed = Observed.nothingOf(mixed).sandbox(false).running("a").exited("b", 1);
    assertThat(steps(mixed, observed)).containsExactly("kill pod", "sandbox #1", "start a #1");
  }

  @Test
  @Rule("6.2")
  void aNewSandboxBeginsTheInitSequenceAgainAndRemovesItsRemains() {
    Pod init = Pods.pod("web").init("i").init("j").container("a").build();
    Observed observed =
        Observed.nothingOf(init).sandbox(false).exited("i", 0).exited("j", 0).running("a");
    assertThat(steps(init, observed))
        .containsExactly(
            "kill pod",
            "remove j-0 but its log",
            "remove i-0 but its log",
            "sandbox #1",
            "start i #1");
  }
}
