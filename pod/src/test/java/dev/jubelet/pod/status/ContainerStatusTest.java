package dev.jubelet.pod.status;

import static dev.jubelet.pod.status.Statuses.container;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Containers;
import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.ProbeResults;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** lifecycle 7: the status of containers that the runtime has. */
@Rule("7.4")
class ContainerStatusTest {
  private static final StartError CRASH =
      new StartError(WaitReason.CRASH_LOOP_BACK_OFF, "back-off 10s");

  private final Pod pod = Pods.pod("web").container("a").build();

  @Test
  void aRunningContainerIsDescribedAsTheRuntimeSeesIt() {
    ContainerStatus status = a(Observed.of(pod).running("a"));
    assertThat(status.getContainerID()).isEqualTo("containerd://a-0");
    assertThat(status.getImage()).isEqualTo("registry/a:1");
    assertThat(status.getImageID()).isEqualTo("sha256:a");
    assertThat(status.getState().getRunning().getStartedAt()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(status.getLastState()).isEqualTo(new ContainerState());
    assertThat(status.getRestartCount()).isZero();
    assertThat(status.getReady()).isTrue();
    assertThat(status.getStarted()).isTrue();
    assertThat(status.getUser().getLinux().getUid()).isEqualTo(1000);
    assertThat(status.getUser().getLinux().getGid()).isEqualTo(100);
    assertThat(status.getUser().getLinux().getSupplementalGroups()).containsExactly(7L);
  }

  @Test
  void theStopSignalIsToldWhenTheFeatureIsOn() {
    assertThat(a(Observed.of(pod).running("a")).getStopSignal()).isNull();
    StatusNode withSignals = new StatusNode(List.of(), "containerd", Set.of(), true);
    PodStatus status =
        Statuses.of(pod).node(withSignals).observed(Observed.of(pod).running("a")).build();
    assertThat(container(status, "a").getStopSignal()).isEqualTo("SIGTERM");
  }

  @Test
  void anEndedContainerTellsHowItEnded() {
    ContainerStatus status = a(Observed.of(pod).exited("a", 3));
    ContainerStateTerminated ended = status.getState().getTerminated();
    assertThat(ended.getExitCode()).isEqualTo(3);
    assertThat(ended.getReason()).isEqualTo("Error");
    assertThat(ended.getMessage()).isNull();
    assertThat(ended.getContainerID()).isEqualTo("containerd://a-0");
    assertThat(ended.getFinishedAt()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(status.getReady()).isFalse();
    assertThat(status.getStarted()).isFalse();
  }

  @Test
  void anEphemeralContainerIsToldOfButDecidesNothing() {
    Pod debugged = Pods.pod("web").container("a").ephemeral("e").build();
    PodStatus waiting = Statuses.of(debugged, Observed.of(debugged).running("a"));
    assertThat(container(waiting, "e").getState().getWaiting().getReason())
        .isEqualTo("ContainerCreating");
    PodStatus failed = Statuses.of(debugged, Observed.of(debugged).running("a").exited("e", 1));
    assertThat(failed.getEphemeralContainerStatuses()).hasSize(1);
    assertThat(container(failed, "e").getState().getTerminated().getExitCode()).isEqualTo(1);
    assertThat(container(failed, "e").getStarted()).isNull();
    for (PodStatus status : List.of(waiting, failed)) {
      assertThat(status.getPhase()).isEqualTo("Running");
      assertThat(Statuses.condition(status, "Ready").getStatus()).isEqualTo("True");
      assertThat(container(status, "e").getReady()).isFalse();
    }
  }

  @Test
  void anEphemeralContainerThatCannotStartSaysWhy() {
    Pod debugged = Pods.pod("web").container("a").ephemeral("e").build();
    PodStatus status =
        Statuses.of(debugged)
            .observed(Observed.of(debugged).running("a"))
            .startError("e", new StartError(WaitReason.ERR_IMAGE_PULL, "no such image"))
            .build();
    assertThat(container(status, "e").getState().getWaiting().getReason())
        .isEqualTo("ErrImagePull");
    assertThat(status.getPhase()).isEqualTo("Running");
  }

  @Test
  void theContainerBeforeItIsTheLastState() {
    ContainerStatus status = a(Observed.of(pod).exited("a", 3).running("a"));
    assertThat(status.getRestartCount()).isEqualTo(1);
    assertThat(status.getLastState().getTerminated().getExitCode()).isEqualTo(3);
    assertThat(status.getLastState().getTerminated().getContainerID())
        .isEqualTo("containerd://a-0");
  }

  @Test
  void theLastStateIsRememberedWhenTheRuntimeForgot() {
    PodStatus before = Statuses.of(pod, Observed.of(pod).exited("a", 3));
    ContainerStatus replaced =
        container(build(Observed.of(pod).exited("a", 3).running("a"), before), "a");
    assertThat(replaced.getLastState().getTerminated().getExitCode()).isEqualTo(3);
    PodStatus withLast = Statuses.of(pod, Observed.of(pod).exited("a", 3).running("a"));
    ContainerStatus later = container(build(Observed.of(pod).running("a"), withLast), "a");
    assertThat(later.getLastState().getTerminated().getExitCode()).isEqualTo(3);
  }

  @Test
  void aContainerThatReplacedAnEndedOneOfWhichTheRuntimeKnowsNothingCountsAsARestart() {
    PodStatus before = new PodStatus();
    ContainerStatus ended = new ContainerStatus();
    ended.setName("a");
    ended.setContainerID("containerd://other");
    ended.setRestartCount(4);
    ended.setState(ContainerStates.terminated("Error", "", 1));
    before.setContainerStatuses(List.of(ended));
    ContainerStatus now = container(build(Observed.of(pod).running("a"), before), "a");
    assertThat(now.getRestartCount()).isEqualTo(5);
    assertThat(now.getLastState().getTerminated().getExitCode()).isEqualTo(1);
  }

  @Test
  void aPredecessorThatNeverRanIsNoLastState() {
    ContainerStatus status = a(Observed.of(pod).created("a").running("a"));
    assertThat(status.getLastState()).isEqualTo(new ContainerState());
  }

  @Test
  void aCreatedContainerIsWaitingWithoutAReason() {
    ContainerStatus status = a(Observed.of(pod).created("a"));
    assertThat(status.getState()).isEqualTo(ContainerStates.waiting());
  }

  @Test
  void aContainerInUnknownStateThatRanBeforeIsLost() {
    PodStatus before = Statuses.of(pod, Observed.of(pod).running("a"));
    PodStatus lost = build(Observed.of(pod).unknown("a"), before);
    ContainerStateTerminated ended = container(lost, "a").getState().getTerminated();
    assertThat(ended.getReason()).isEqualTo("ContainerStatusUnknown");
    assertThat(ended.getExitCode()).isEqualTo(137);
    assertThat(ended.getMessage())
        .isEqualTo("The container could not be located when the pod was terminated");
    assertThat(container(lost, "a").getRestartCount()).isEqualTo(1);
    assertThat(container(build(Observed.of(pod).unknown("a"), lost), "a"))
        .isEqualTo(container(lost, "a"));
  }

  @Test
  void aContainerInUnknownStateOfWhichNothingIsKnownIsWaiting() {
    assertThat(a(Observed.of(pod).unknown("a")).getState()).isEqualTo(ContainerStates.waiting());
    PodStatus waiting = Statuses.of(pod, Observed.of(pod));
    assertThat(container(build(Observed.of(pod).unknown("a"), waiting), "a").getState())
        .isEqualTo(ContainerStates.waiting());
  }

  @Test
  @Rule("7.5")
  void aStartErrorReplacesTheStateAndTheEndMovesBack() {
    ContainerStatus status =
        container(
            Statuses.of(pod)
                .observed(Observed.of(pod).exited("a", 3))
                .startError("a", CRASH)
                .build(),
            "a");
    assertThat(status.getState())
        .isEqualTo(ContainerStates.waiting("CrashLoopBackOff", "back-off 10s"));
    assertThat(status.getLastState().getTerminated().getExitCode()).isEqualTo(3);
  }

  @Test
  void aStartErrorOfAContainerThatWasNeverMadeReplacesTheDefault() {
    PodStatus status = Statuses.of(pod).observed(Observed.of(pod)).startError("a", CRASH).build();
    assertThat(container(status, "a").getState().getWaiting().getReason())
        .isEqualTo("CrashLoopBackOff");
  }

  @Test
  void anOldStartErrorDoesNotTouchARunningContainerNorOneThatIsDone() {
    Pod job = Pods.pod("job").restart("Never").container("a").build();
    for (Observed observed :
        List.of(Observed.of(job).running("a"), Observed.of(job).exited("a", 1))) {
      PodStatus status = Statuses.of(job).observed(observed).startError("a", CRASH).build();
      assertThat(container(status, "a").getState().getWaiting()).isNull();
    }
  }

  @Test
  void aStartErrorDoesNotTouchAnInitContainerThatSucceeded() {
    Pod init = Pods.pod("web").init("a").container("b").build();
    PodStatus status =
        Statuses.of(init).observed(Observed.of(init).exited("a", 0)).startError("a", CRASH).build();
    assertThat(container(status, "a").getState().getTerminated()).isNotNull();
    assertThat(container(status, "a").getReady()).isTrue();
  }

  @Test
  void aSidecarThatSucceededIsNotDisturbedByAStartErrorEither() {
    Pod sidecar = Pods.pod("web").sidecar("a").container("b").build();
    PodStatus status =
        Statuses.of(sidecar)
            .observed(Observed.of(sidecar).exited("a", 0))
            .startError("a", CRASH)
            .build();
    assertThat(container(status, "a").getState().getTerminated()).isNotNull();
    assertThat(container(status, "a").getReady()).isFalse();
  }

  @Test
  void aStartupProbeDecidesWhetherAContainerHasStarted() {
    Pod probed = Pods.pod("web").container("a", Containers.startupProbe(null)).build();
    Observed running = Observed.of(probed).running("a");
    ContainerStatus before = container(Statuses.of(probed, running), "a");
    assertThat(before.getStarted()).isFalse();
    assertThat(before.getReady()).isFalse();
    ProbeResults passed = new ProbeResults(Set.of(), Set.of("a-0"), Set.of(), Set.of());
    PodStatus after = Statuses.of(probed).observed(running).probes(passed).build();
    assertThat(container(after, "a").getStarted()).isTrue();
    assertThat(container(after, "a").getReady()).isTrue();
  }

  @Test
  void aRunningInitContainerHasStartedButIsNotReady() {
    Pod init = Pods.pod("web").init("i").container("a").build();
    ContainerStatus status = container(Statuses.of(init, Observed.of(init).running("i")), "i");
    assertThat(status.getStarted()).isTrue();
    assertThat(status.getReady()).isFalse();
  }

  @Test
  void ephemeralContainersAreNeitherStartedNorReady() {
    Pod debugged = Pods.pod("web").container("a").ephemeral("e").build();
    ContainerStatus status =
        container(Statuses.of(debugged, Observed.of(debugged).running("e")), "e");
    assertThat(status.getState().getRunning()).isNotNull();
    assertThat(status.getStarted()).isNull();
    assertThat(status.getReady()).isFalse();
  }

  @Test
  void statusesAreSortedByNameButInitContainersStandAsInTheSpec() {
    Pod many =
        Pods.pod("web")
            .init("z")
            .init("y")
            .container("d")
            .container("c")
            .ephemeral("f")
            .ephemeral("e")
            .build();
    PodStatus status = Statuses.of(many, Observed.of(many));
    assertThat(status.getInitContainerStatuses())
        .extracting(ContainerStatus::getName)
        .containsExactly("z", "y");
    assertThat(status.getContainerStatuses())
        .extracting(ContainerStatus::getName)
        .containsExactly("c", "d");
    assertThat(status.getEphemeralContainerStatuses())
        .extracting(ContainerStatus::getName)
        .containsExactly("e", "f");
  }

  private ContainerStatus a(Observed observed) {
    return container(Statuses.of(pod, observed), "a");
  }

  private PodStatus build(Observed observed, PodStatus before) {
    return Statuses.of(pod).observed(observed).previous(before).build();
  }
}
