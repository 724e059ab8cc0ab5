package dev.jubelet.pod.status;

import static dev.jubelet.pod.status.Statuses.condition;
import static dev.jubelet.pod.status.Statuses.container;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Containers;
import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** lifecycle 7 and the reasons of container states: containers that the runtime does not have. */
@Rule("7.4")
class VanishedContainerTest {
  private final Pod pod = Pods.pod("web").container("a").build();

  @Test
  void aContainerThatIsNotMadeYetIsBeingCreated() {
    ContainerStatus status = container(Statuses.of(pod, Observed.nothingOf(pod)), "a");
    assertThat(status.getState()).isEqualTo(ContainerStates.waiting("ContainerCreating", null));
    assertThat(status.getImage()).isEqualTo("registry/a:1");
    assertThat(status.getImageID()).isEmpty();
    assertThat(status.getContainerID()).isNull();
    assertThat(status.getStarted()).isFalse();
    assertThat(status.getReady()).isFalse();
  }

  @Test
  void inAPodWithInitContainersThePodIsInitializing() {
    Pod init = Pods.pod("web").init("i").container("a").build();
    PodStatus status = Statuses.of(init, Observed.nothingOf(init));
    assertThat(container(status, "a").getState().getWaiting().getReason())
        .isEqualTo("PodInitializing");
    assertThat(container(status, "i").getState().getWaiting().getReason())
        .isEqualTo("PodInitializing");
  }

  @Test
  void howAContainerEndedIsRememberedWhenItIsRemoved() {
    PodStatus ended = Statuses.of(pod, Observed.of(pod).exited("a", 3));
    assertThat(container(next(pod, ended), "a")).isEqualTo(container(ended, "a"));
  }

  @Test
  void aContainerThatVanishedWhileItRanIsLost() {
    PodStatus running = Statuses.of(pod, Observed.of(pod).running("a"));
    ContainerStatus gone = container(next(pod, running), "a");
    assertThat(gone.getState().getWaiting().getReason()).isEqualTo("ContainerCreating");
    ContainerStateTerminated ended = gone.getLastState().getTerminated();
    assertThat(ended.getReason()).isEqualTo("ContainerStatusUnknown");
    assertThat(ended.getExitCode()).isEqualTo(137);
    assertThat(ended.getMessage())
        .isEqualTo(
            "The container could not be located when the pod was deleted."
                + "  The container used to be Running");
    assertThat(gone.getRestartCount()).isEqualTo(1);
  }

  @Test
  void aLostContainerIsCountedOnce() {
    PodStatus lost = next(pod, Statuses.of(pod, Observed.of(pod).running("a")));
    assertThat(container(next(pod, lost), "a")).isEqualTo(container(lost, "a"));
  }

  @Test
  void aContainerThatVanishesFromADeletedPodDoesNotCountAsRestarted() {
    Pod deleted = Pods.pod("web").container("a").deleted(30).build();
    PodStatus running = Statuses.of(deleted, Observed.of(deleted).running("a"));
    assertThat(container(next(deleted, running), "a").getRestartCount()).isZero();
  }

  @Test
  void anEarlierEndIsNotOverwrittenByTheLoss() {
    PodStatus running = Statuses.of(pod, Observed.of(pod).exited("a", 3).running("a"));
    ContainerStatus gone = container(next(pod, running), "a");
    assertThat(gone.getLastState().getTerminated().getExitCode()).isEqualTo(3);
    assertThat(gone.getRestartCount()).isEqualTo(1);
  }

  @Test
  void aStatusWithoutStateOrCountIsTakenAsWaiting() {
    PodStatus sparse = new PodStatus();
    ContainerStatus bare = new ContainerStatus();
    bare.setName("a");
    sparse.setContainerStatuses(List.of(bare));
    ContainerStatus status = container(next(pod, sparse), "a");
    assertThat(status.getState().getWaiting().getReason()).isEqualTo("ContainerCreating");
    assertThat(status.getRestartCount()).isZero();
  }

  @Test
  void anInitContainerThatVanishedAfterInitialisationHasCompleted() {
    Pod init = Pods.pod("web").init("i").sidecar("s").container("a").build();
    PodStatus status = Statuses.of(init, Observed.of(init).running("a"));
    ContainerStateTerminated ended = container(status, "i").getState().getTerminated();
    assertThat(ended.getReason()).isEqualTo("Completed");
    assertThat(ended.getExitCode()).isZero();
    assertThat(ended.getMessage())
        .isEqualTo(
            "Unable to get init container status from container runtime and pod has been"
                + " initialized, treat it as exited normally");
    assertThat(container(status, "i").getReady()).isTrue();
    assertThat(container(status, "s").getState().getWaiting()).isNotNull();
  }

  @Test
  void anInitContainerThatVanishedBeforeInitialisationIsStillToRun() {
    Pod init = Pods.pod("web").init("i").container("a").build();
    PodStatus status = Statuses.of(init, Observed.of(init).unknown("a"));
    assertThat(container(status, "i").getState().getWaiting()).isNotNull();
  }

  @Test
  void whileAllContainersRestartTheClearedOnesSaySo() {
    Pod all =
        Pods.pod("web")
            .container(
                "a",
                Containers.policy("Never")
                    .andThen(Containers.rule("RestartAllContainers", "In", 42)))
            .container("b")
            .container("c")
            .build();
    PodStatus running = Statuses.of(all, Observed.of(all).running("a").running("b").exited("c", 0));
    assertThat(condition(running, "AllContainersRestarting").getStatus()).isEqualTo("False");
    PodStatus clearing =
        Statuses.of(all).observed(Observed.of(all).exited("a", 42)).previous(running).build();
    assertThat(condition(clearing, "AllContainersRestarting").getReason())
        .isEqualTo("RestartAllContainersStarted");
    assertThat(clearing.getPhase()).isEqualTo("Running");
    for (String name : List.of("b", "c")) {
      ContainerStatus cleared = container(clearing, name);
      assertThat(cleared.getState())
          .isEqualTo(ContainerStates.waiting(RestartingAll.REASON, RestartingAll.MESSAGE));
      assertThat(cleared.getLastState().getTerminated().getReason())
          .isEqualTo("RestartingAllContainers");
      assertThat(cleared.getLastState().getTerminated().getExitCode()).isEqualTo(137);
      assertThat(cleared.getRestartCount()).isEqualTo(1);
    }
    PodStatus cleared = next(all, clearing);
    assertThat(condition(cleared, "AllContainersRestarting").getStatus()).isEqualTo("False");
    assertThat(container(cleared, "a").getState().getWaiting().getReason())
        .isEqualTo("RestartingAllContainers");
    assertThat(container(cleared, "b").getRestartCount()).isEqualTo(1);
  }

  @Test
  void aContainerLostWhileAllRestartSaysWhy() {
    Pod all =
        Pods.pod("web")
            .container("a", Containers.rule("RestartAllContainers", "In", 42))
            .container("b")
            .build();
    PodStatus running = Statuses.of(all, Observed.of(all).running("a").running("b"));
    Observed observed = Observed.of(all).exited("a", 42).unknown("b");
    PodStatus clearing = Statuses.of(all).observed(observed).previous(running).build();
    assertThat(container(clearing, "b").getState().getTerminated().getReason())
        .isEqualTo("RestartingAllContainers");
  }

  @Test
  void theConditionSaysHowThePodEnded() {
    Pod job =
        Pods.pod("job")
            .restart("Never")
            .container("a", Containers.rule("RestartAllContainers", "In", 42))
            .build();
    assertThat(
            condition(Statuses.of(job, Observed.of(job).exited("a", 0)), "AllContainersRestarting")
                .getReason())
        .isEqualTo("PodCompleted");
    assertThat(
            condition(Statuses.of(job, Observed.of(job).exited("a", 1)), "AllContainersRestarting")
                .getReason())
        .isEqualTo("PodFailed");
  }

  private static PodStatus next(Pod pod, PodStatus before) {
    return Statuses.of(pod).observed(Observed.of(pod)).previous(before).build();
  }
}
