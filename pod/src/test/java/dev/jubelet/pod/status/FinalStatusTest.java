package dev.jubelet.pod.status;

import static dev.jubelet.pod.status.Statuses.condition;
import static dev.jubelet.pod.status.Statuses.container;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** lifecycle 4.5: the last status of a pod whose worker has let go. */
@Rule("7.1")
class FinalStatusTest {
  private final Pod plain = Pods.pod("web").container("a").build();
  private final Pod init = Pods.pod("web").init("i").init("j").container("a").build();

  private static PodStatus last(Pod pod, PodStatus status) {
    return FinalStatus.of(pod, status, Observed.START.plusSeconds(3600));
  }

  @Test
  void aContainerThatStillLooksAliveWasKilled() {
    PodStatus running = Statuses.of(plain, Observed.of(plain).running("a"));
    PodStatus last = last(plain, running);
    assertThat(container(last, "a").getState().getTerminated().getReason())
        .isEqualTo("ContainerStatusUnknown");
    assertThat(container(last, "a").getState().getTerminated().getExitCode()).isEqualTo(137);
    assertThat(last.getPhase()).isEqualTo("Failed");
    assertThat(container(running, "a").getState().getRunning()).isNotNull();
  }

  @Test
  void nothingStaysReady() {
    PodStatus running = Statuses.of(plain, Observed.of(plain).running("a"));
    assertThat(condition(running, "Ready").getStatus()).isEqualTo("True");
    PodStatus last = last(plain, running);
    assertThat(container(last, "a").getReady()).isFalse();
    assertThat(container(last, "a").getStarted()).isFalse();
    for (String type : List.of("Ready", "ContainersReady")) {
      assertThat(condition(last, type).getStatus()).as(type).isEqualTo("False");
      assertThat(condition(last, type).getReason()).as(type).isEqualTo("PodFailed");
      assertThat(condition(last, type).getLastTransitionTime()).isEqualTo("2026-01-01T01:00:00Z");
    }
    assertThat(condition(last, "PodScheduled")).isEqualTo(condition(running, "PodScheduled"));
  }

  @Test
  void aStaticPodThatLostItsContainerIsNotReadyEither() {
    Pod file = Pods.pod("web").annotation(Annotations.SOURCE, "file").container("a").build();
    PodStatus last = last(file, Statuses.of(file, Observed.of(file).running("a")));
    assertThat(condition(last, "Ready").getReason()).isEqualTo("ContainersNotReady");
    assertThat(condition(last, "Ready").getMessage())
        .isEqualTo("containers with unready status: [a]");
  }

  @Test
  void whatHasEndedStaysAsItIs() {
    Pod job = Pods.pod("job").restart("Never").container("a").build();
    PodStatus ended = Statuses.of(job, Observed.of(job).exited("a", 0));
    assertThat(last(job, ended)).isEqualTo(ended);
  }

  @Test
  void aStaticPodKeepsItsPhase() {
    Pod file = Pods.pod("web").annotation(Annotations.SOURCE, "http").container("a").build();
    PodStatus running = Statuses.of(file, Observed.of(file).running("a"));
    assertThat(last(file, running).getPhase()).isEqualTo("Running");
  }

  @Test
  void regularContainersOfAPodThatNeverGotThatFarGoOnWaiting() {
    PodStatus status = Statuses.of(init, Observed.of(init).running("i"));
    PodStatus last = last(init, status);
    assertThat(container(last, "a").getState().getWaiting()).isNotNull();
    assertThat(container(last, "j").getState().getWaiting()).isNotNull();
    assertThat(container(last, "i").getState().getTerminated().getExitCode()).isEqualTo(137);
  }

  @Test
  void afterTheLastInitContainerSucceededRegularOnesCountAsKilled() {
    PodStatus status = Statuses.of(init, Observed.of(init).exited("i", 0).exited("j", 0));
    PodStatus last = last(init, status);
    assertThat(container(last, "a").getState().getTerminated().getExitCode()).isEqualTo(137);
    assertThat(container(last, "j").getState().getTerminated().getExitCode()).isZero();
  }

  @Test
  void afterTheLastSidecarStartedRegularOnesCountAsKilled() {
    Pod sidecar = Pods.pod("web").sidecar("s").container("a").build();
    PodStatus started = Statuses.of(sidecar, Observed.of(sidecar).running("s"));
    assertThat(container(last(sidecar, started), "a").getState().getTerminated()).isNotNull();
    PodStatus waiting = Statuses.of(sidecar, Observed.of(sidecar));
    assertThat(container(last(sidecar, waiting), "a").getState().getWaiting()).isNotNull();
  }

  @Test
  void onceARegularContainerRanThePodWasInitialised() {
    PodStatus status = Statuses.of(init, Observed.of(init).exited("j", 1).running("a"));
    assertThat(container(last(init, status), "a").getState().getTerminated()).isNotNull();
  }
}
