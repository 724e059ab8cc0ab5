package dev.jubelet.pod.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Containers;
import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.pod.spec.DeadlineRules;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** lifecycle 7: the phase of a pod. */
@Rule("7.1")
class PodPhaseTest {
  private static final StartError ERROR = new StartError(WaitReason.ERR_IMAGE_PULL, "no");

  @Test
  void aPodIsPendingUntilEveryContainerHasStarted() {
    Pod pod = Pods.pod("web").container("a").container("b").build();
    assertThat(Statuses.of(pod, Observed.of(pod).running("a")).getPhase()).isEqualTo("Pending");
    assertThat(Statuses.of(pod, Observed.of(pod).running("a").running("b")).getPhase())
        .isEqualTo("Running");
  }

  @ParameterizedTest(name = "{0}, exit codes {1} and {2}: {3}")
  @CsvSource({
    "Always, 0, 0, Running",
    "Always, 1, 0, Running",
    "OnFailure, 0, 0, Succeeded",
    "OnFailure, 1, 0, Running",
    "Never, 0, 0, Succeeded",
    "Never, 1, 0, Failed",
    "Never, 1, 2, Failed"
  })
  void whenAllContainersEndedThePolicyTells(String policy, int first, int second, String phase) {
    Pod pod = Pods.pod("job").restart(policy).container("a").container("b").build();
    Observed observed = Observed.of(pod).exited("a", first).exited("b", second);
    assertThat(Statuses.of(pod, observed).getPhase()).isEqualTo(phase);
  }

  @Test
  void aContainerThatWasStoppedToBeStartedAgainHasNotEnded() {
    Pod pod = Pods.pod("job").restart("OnFailure").container("a").container("b").build();
    Observed observed = Observed.of(pod).exited("a", 0).exited("b", 0).replaced("b-0");
    assertThat(Statuses.of(pod, observed).getPhase()).isEqualTo("Running");
  }

  @Test
  void aPodWithOneContainerRunningIsRunningWhateverTheOthersDid() {
    Pod pod = Pods.pod("job").restart("Never").container("a").container("b").build();
    Observed observed = Observed.of(pod).exited("a", 1).running("b");
    assertThat(Statuses.of(pod, observed).getPhase()).isEqualTo("Running");
  }

  @Test
  void theContainersOwnPolicyOverridesThePods() {
    Pod pod = Pods.pod("web").container("a", Containers.policy("Never")).build();
    assertThat(Statuses.of(pod, Observed.of(pod).exited("a", 1)).getPhase()).isEqualTo("Failed");
  }

  @Test
  void aContainerThatWaitsToBeStartedAgainCountsAsStopped() {
    Pod pod = Pods.pod("web").container("a").build();
    PodStatus status =
        Statuses.of(pod).observed(Observed.of(pod).exited("a", 1)).startError("a", ERROR).build();
    assertThat(status.getPhase()).isEqualTo("Running");
  }

  @Test
  void aPodIsPendingWhileInitContainersRun() {
    Pod pod = Pods.pod("web").init("i").container("a").build();
    assertThat(Statuses.of(pod, Observed.of(pod).running("i")).getPhase()).isEqualTo("Pending");
    assertThat(Statuses.of(pod, Observed.of(pod).exited("i", 1)).getPhase()).isEqualTo("Pending");
  }

  @Test
  void anInitContainerThatFailedForGoodFailsThePod() {
    Pod pod = Pods.pod("job").restart("Never").init("i").container("a").build();
    assertThat(Statuses.of(pod, Observed.of(pod).exited("i", 1)).getPhase()).isEqualTo("Failed");
  }

  @Test
  void aSidecarThatHasNotStartedKeepsThePodPending() {
    Pod pod = Pods.pod("web").sidecar("s", Containers.startupProbe(null)).container("a").build();
    assertThat(Statuses.of(pod, Observed.of(pod).running("s")).getPhase()).isEqualTo("Pending");
  }

  @Test
  void aSidecarThatComesBackLateDoesNotMakeARunningPodPendingAgain() {
    Pod pod = Pods.pod("web").sidecar("s", Containers.startupProbe(null)).container("a").build();
    assertThat(Statuses.of(pod, Observed.of(pod).running("a").running("s")).getPhase())
        .isEqualTo("Running");
  }

  @Test
  void sidecarsDoNotCountOnceTheRegularContainersHaveEnded() {
    Pod pod = Pods.pod("job").restart("Never").sidecar("s").container("a").build();
    assertThat(Statuses.of(pod, Observed.of(pod).running("s").exited("a", 0)).getPhase())
        .isEqualTo("Running");
    assertThat(Statuses.of(pod, Observed.of(pod).exited("s", 137).exited("a", 0)).getPhase())
        .isEqualTo("Succeeded");
  }

  @Test
  void aPodThatWasStoppedEndsByItsExitCodesWhateverThePolicy() {
    Pod pod = Pods.pod("web").container("a").build();
    assertThat(stopped(pod, 0)).isEqualTo("Succeeded");
    assertThat(stopped(pod, 143)).isEqualTo("Failed");
  }

  @Test
  void aStaticPodThatWasStoppedGetsNoTerminalPhase() {
    Pod pod = Pods.pod("web").annotation(Annotations.SOURCE, "file").container("a").build();
    assertThat(stopped(pod, 143)).isEqualTo("Running");
  }

  @Test
  void theWorkersVerdictBringsPhaseReasonAndMessage() {
    Pod pod = Pods.pod("web").container("a").build();
    PodStatus status =
        Statuses.of(pod)
            .observed(Observed.of(pod).running("a"))
            .verdict(DeadlineRules.EXCEEDED)
            .build();
    assertThat(status.getPhase()).isEqualTo("Failed");
    assertThat(status.getReason()).isEqualTo("DeadlineExceeded");
    assertThat(status.getMessage())
        .isEqualTo("Pod was active on the node longer than the specified deadline");
  }

  @Test
  void aTerminalPhaseStaysWithItsReasonAndMessage() {
    Pod pod = Pods.pod("web").container("a").build();
    PodStatus failed =
        Statuses.of(pod).verdict(new PodVerdict.Failed("Evicted", "low memory", null)).build();
    PodStatus later =
        Statuses.of(pod).observed(Observed.of(pod).running("a")).previous(failed).build();
    assertThat(later.getPhase()).isEqualTo("Failed");
    assertThat(later.getReason()).isEqualTo("Evicted");
    assertThat(later.getMessage()).isEqualTo("low memory");
  }

  @ParameterizedTest
  @CsvSource({
    "0, Succeeded, , ",
    "137, Failed, Evicted, low memory",
  })
  void aPodThatIsEndedForOthersSucceedsWhenAllOfItEndsWell(
      int exitCode, String phase, @Nullable String reason, @Nullable String message) {
    Pod pod = Pods.pod("web").container("a").build();
    PodVerdict verdict = PodVerdict.Failed.unlessSucceeded("Evicted", "low memory", "disrupted");
    PodStatus meanwhile =
        Statuses.of(pod).observed(Observed.of(pod).running("a")).verdict(verdict).build();
    assertThat(meanwhile.getPhase()).isEqualTo("Failed");
    assertThat(meanwhile.getReason()).isEqualTo("Evicted");
    PodStatus last =
        Statuses.of(pod)
            .observed(Observed.of(pod).exited("a", exitCode))
            .previous(meanwhile)
            .verdict(verdict)
            .build();
    assertThat(last.getPhase()).isEqualTo(phase);
    assertThat(last.getReason()).isEqualTo(reason);
    assertThat(last.getMessage()).isEqualTo(message);
    assertThat(last.getConditions())
        .anySatisfy(
            condition -> {
              assertThat(condition.getType()).isEqualTo("DisruptionTarget");
              assertThat(condition.getMessage()).isEqualTo("disrupted");
            });
  }

  @Test
  void aPodThatHasSucceededIsNotFailedAnyMore() {
    Pod pod = Pods.pod("job").restart("Never").container("a").build();
    PodStatus done = Statuses.of(pod, Observed.of(pod).exited("a", 0));
    PodStatus later =
        Statuses.of(pod)
            .observed(Observed.of(pod).exited("a", 0))
            .previous(done)
            .verdict(DeadlineRules.EXCEEDED)
            .build();
    assertThat(later.getPhase()).isEqualTo("Succeeded");
    assertThat(later.getReason()).isNull();
  }

  @Test
  void theTerminalPhaseOfTheApiServerOutranksEverything() {
    Pod pod = Pods.pod("web").container("a").status(s -> s.setPhase("Succeeded")).build();
    assertThat(Statuses.of(pod, Observed.of(pod).running("a")).getPhase()).isEqualTo("Succeeded");
    assertThat(Statuses.of(pod).verdict(DeadlineRules.EXCEEDED).build().getPhase())
        .isEqualTo("Succeeded");
    PodStatus previous = new PodStatus();
    previous.setPhase("Running");
    assertThat(Statuses.of(pod).previous(previous).build().getPhase()).isEqualTo("Succeeded");
  }

  @Test
  void reasonAndMessageGoWhenThePhaseChanges() {
    Pod pod = Pods.pod("web").container("a").build();
    PodStatus pending = new PodStatus();
    pending.setPhase("Pending");
    pending.setReason("Odd");
    assertThat(Statuses.of(pod).previous(pending).build().getReason()).isEqualTo("Odd");
    PodStatus running =
        Statuses.of(pod).observed(Observed.of(pod).running("a")).previous(pending).build();
    assertThat(running.getReason()).isNull();
  }

  private static String stopped(Pod pod, int exitCode) {
    return Statuses.of(pod)
        .observed(Observed.of(pod).exited("a", exitCode))
        .verdict(PodVerdict.STOPPED)
        .build()
        .getPhase();
  }
}
