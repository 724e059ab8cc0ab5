package dev.jubelet.pod.status;

import static dev.jubelet.pod.status.Statuses.container;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.Annotations;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import org.junit.jupiter.api.Test;

/** lifecycle 4.5: the last status of a pod whose worker has let go. */
class FinalStatusTest {
  private final Pod plain = Pods.pod("web").container("a").build();
  private final Pod init = Pods.pod("web").init("i").init("j").container("a").build();

  @Test
  void aContainerThatStillLooksAliveWasKilled() {
    PodStatus running = Statuses.of(plain, Observed.of(plain).running("a"));
    PodStatus last = FinalStatus.of(plain, running);
    assertThat(container(last, "a").getState().getTerminated().getReason())
        .isEqualTo("ContainerStatusUnknown");
    assertThat(container(last, "a").getState().getTerminated().getExitCode()).isEqualTo(137);
    assertThat(last.getPhase()).isEqualTo("Failed");
    assertThat(container(running, "a").getState().getRunning()).isNotNull();
  }

  @Test
  void whatHasEndedStaysAsItIs() {
    Pod job = Pods.pod("job").restart("Never").container("a").build();
    PodStatus ended = Statuses.of(job, Observed.of(job).exited("a", 0));
    assertThat(FinalStatus.of(job, ended)).isEqualTo(ended);
  }

  @Test
  void aStaticPodKeepsItsPhase() {
    Pod file = Pods.pod("web").annotation(Annotations.SOURCE, "http").container("a").build();
    PodStatus running = Statuses.of(file, Observed.of(file).running("a"));
    assertThat(FinalStatus.of(file, running).getPhase()).isEqualTo("Running");
  }

  @Test
  void regularContainersOfAPodThatNeverGotThatFarGoOnWaiting() {
    PodStatus status = Statuses.of(init, Observed.of(init).running("i"));
    PodStatus last = FinalStatus.of(init, status);
    assertThat(container(last, "a").getState().getWaiting()).isNotNull();
    assertThat(container(last, "j").getState().getWaiting()).isNotNull();
    assertThat(container(last, "i").getState().getTerminated().getExitCode()).isEqualTo(137);
  }

  @Test
  void afterTheLastInitContainerSucceededRegularOnesCountAsKilled() {
    PodStatus status = Statuses.of(init, Observed.of(init).exited("i", 0).exited("j", 0));
    PodStatus last = FinalStatus.of(init, status);
    assertThat(container(last, "a").getState().getTerminated().getExitCode()).isEqualTo(137);
    assertThat(container(last, "j").getState().getTerminated().getExitCode()).isZero();
  }

  @Test
  void afterTheLastSidecarStartedRegularOnesCountAsKilled() {
    Pod sidecar = Pods.pod("web").sidecar("s").container("a").build();
    PodStatus started = Statuses.of(sidecar, Observed.of(sidecar).running("s"));
    assertThat(container(FinalStatus.of(sidecar, started), "a").getState().getTerminated())
        .isNotNull();
    PodStatus waiting = Statuses.of(sidecar, Observed.of(sidecar));
    assertThat(container(FinalStatus.of(sidecar, waiting), "a").getState().getWaiting())
        .isNotNull();
  }

  @Test
  void onceARegularContainerRanThePodWasInitialised() {
    PodStatus status = Statuses.of(init, Observed.of(init).exited("j", 1).running("a"));
    assertThat(container(FinalStatus.of(init, status), "a").getState().getTerminated()).isNotNull();
  }
}
