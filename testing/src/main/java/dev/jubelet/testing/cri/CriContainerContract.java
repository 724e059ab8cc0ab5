package dev.jubelet.testing.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.ContainerFilter;
import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.ContainerStateValue;
import dev.jubelet.api.cri.ContainerStats;
import dev.jubelet.api.cri.ContainerStatus;
import dev.jubelet.api.cri.ContainerStatusRequest;
import dev.jubelet.api.cri.ExecSyncRequest;
import dev.jubelet.api.cri.ListContainerStatsRequest;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.api.cri.RemoveContainerRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every runtime does with containers. */
public abstract class CriContainerContract extends CriRuntimeContract {

  @Test
  void aContainerIsCreatedThenRunning() {
    CriPod pod = run("life");
    String container = pod.create(service("main"));
    ContainerStatus created = pod.status(container);
    pod.start(container);
    ContainerStatus running = pod.status(container);

    assertThat(created.getState()).isEqualTo(ContainerState.CONTAINER_CREATED);
    assertThat(created.getCreatedAt()).isPositive();
    assertThat(created.getStartedAt()).isZero();
    assertThat(running.getState()).isEqualTo(ContainerState.CONTAINER_RUNNING);
    assertThat(running.getStartedAt()).isGreaterThanOrEqualTo(created.getCreatedAt());
    assertThat(running.getFinishedAt()).isZero();
  }

  @Test
  void aStatusTellsWhatTheContainerWasMadeFrom() {
    CriPod pod = run("made");
    ContainerStatus status = pod.status(pod.create(service("main")));

    assertThat(status.getMetadata().getName()).isEqualTo("main");
    assertThat(status.getImage().getImage()).isNotEmpty();
    assertThat(status.getImageRef()).isNotEmpty();
    assertThat(status.getLabelsMap()).containsEntry("io.kubernetes.container.name", "main");
    assertThat(status.getLogPath()).isEqualTo(subject().logDirectory() + "/main.log");
  }

  @Test
  void aProgramThatFailsLeavesItsExitCode() {
    CriPod pod = run("fails");
    String container = pod.launch(exiting("main", 3));
    exited(pod, container);
    ContainerStatus status = pod.status(container);

    assertThat(status.getExitCode()).isEqualTo(3);
    assertThat(status.getReason()).isEqualTo("Error");
    // Not compared with the start: containerd 1.6 notes an early end before the start.
    assertThat(status.getFinishedAt()).isGreaterThanOrEqualTo(status.getCreatedAt());
  }

  @Test
  void aProgramThatSucceedsIsCompleted() {
    CriPod pod = run("succeeds");
    String container = pod.launch(exiting("main", 0));
    exited(pod, container);

    assertThat(pod.status(container).getExitCode()).isZero();
    assertThat(pod.status(container).getReason()).isEqualTo("Completed");
  }

  @Test
  void aStoppedContainerHasExitedWhenStopReturnsAndCanBeStoppedAgain() {
    CriPod pod = run("stop");
    String container = pod.launch(service("main"));

    pod.stop(container, 1);
    assertThat(pod.state(container)).isEqualTo(ContainerState.CONTAINER_EXITED);
    assertThat(pod.status(container).getExitCode()).isNotZero();
    pod.stop(container, 1);
  }

  @Test
  void aContainerStartsOnlyOnce() {
    CriPod pod = run("once");
    String container = pod.launch(service("main"));

    assertRefused(() -> pod.start(container));
  }

  @Test
  void removingARunningContainerKillsItAndCanBeRepeated() {
    CriPod pod = run("remove");
    String container = pod.launch(service("main"));

    pod.remove(container);
    pod.remove(container);

    assertNotFound(() -> pod.status(container));
  }

  @Test
  void anUnknownContainerIsNotFoundButMayBeRemoved() {
    runtime().removeContainer(RemoveContainerRequest.newBuilder().setContainerId("none").build());
    assertNotFound(
        () ->
            runtime()
                .containerStatus(
                    ContainerStatusRequest.newBuilder().setContainerId("none").build()));
  }

  @Test
  void aContainerNameIsTakenWithinItsSandbox() {
    CriPod pod = run("names");
    pod.create(service("main"));

    assertRefused(() -> pod.create(service("main")));
    assertThat(pod.create(service("other"))).isNotEmpty();
  }

  /** Some refuse to create it, others only to start it. */
  @Test
  void noContainerComesUpInAStoppedOrUnknownSandbox() {
    CriPod pod = run("late");
    pod.stop();
    assertRefused(() -> pod.launch(service("main")));
    pod.remove();
    assertRefused(() -> pod.create(service("main")));
  }

  @Test
  void listsAreFilteredByIdSandboxStateAndLabel() {
    CriPod pod = run("lists");
    String created = pod.create(service("created"));
    String running = pod.launch(service("running"));

    ContainerFilter inPod = ContainerFilter.newBuilder().setPodSandboxId(pod.id()).build();
    assertThat(list(inPod)).containsExactlyInAnyOrder(created, running);
    assertThat(list(ContainerFilter.newBuilder().setId(running).build())).containsExactly(running);
    assertThat(list(inPod.toBuilder().setState(value(ContainerState.CONTAINER_CREATED)).build()))
        .containsExactly(created);
    assertThat(list(inPod.toBuilder().setState(value(ContainerState.CONTAINER_RUNNING)).build()))
        .containsExactly(running);
    assertThat(
            list(
                inPod.toBuilder()
                    .putLabelSelector("io.kubernetes.container.name", "created")
                    .build()))
        .containsExactly(created);
  }

  @Test
  void aCommandRunsInARunningContainerOnly() {
    CriPod pod = run("exec");
    String created = pod.create(service("created"));
    String running = pod.launch(service("running"));

    assertThat(runtime().execSync(echo(running)).getExitCode()).isZero();
    assertRefused(() -> runtime().execSync(echo(created)));
  }

  @Test
  void aRunningContainerHasStats() {
    CriPod pod = run("stats");
    String container = pod.launch(service("main"));

    List<ContainerStats> stats =
        runtime().listContainerStats(ListContainerStatsRequest.getDefaultInstance()).getStatsList();
    assertThat(stats).extracting(s -> s.getAttributes().getId()).contains(container);
  }

  private static ExecSyncRequest echo(String container) {
    return ExecSyncRequest.newBuilder()
        .setContainerId(container)
        .addCmd("/bin/sh")
        .addCmd("-c")
        .addCmd("echo hello")
        .setTimeout(10)
        .build();
  }

  private static ContainerStateValue value(ContainerState state) {
    return ContainerStateValue.newBuilder().setState(state).build();
  }

  private List<String> list(ContainerFilter filter) {
    return ids(
        runtime()
            .listContainers(ListContainersRequest.newBuilder().setFilter(filter).build())
            .getContainersList());
  }
}
