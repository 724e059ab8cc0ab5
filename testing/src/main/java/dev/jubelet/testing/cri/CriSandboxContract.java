package dev.jubelet.testing.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.ListPodSandboxRequest;
import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.api.cri.PodSandboxFilter;
import dev.jubelet.api.cri.PodSandboxState;
import dev.jubelet.api.cri.PodSandboxStateValue;
import dev.jubelet.api.cri.PodSandboxStatus;
import dev.jubelet.api.cri.PodSandboxStatusRequest;
import dev.jubelet.api.cri.RemovePodSandboxRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every runtime does with sandboxes. */
public abstract class CriSandboxContract extends CriRuntimeContract {

  @Test
  void aSandboxIsReadyWithAnAddressOnceItRuns() {
    PodSandboxStatus status = run("ready").status();

    assertThat(status.getState()).isEqualTo(PodSandboxState.SANDBOX_READY);
    assertThat(status.getNetwork().getIp()).isNotEmpty();
    assertThat(status.getCreatedAt()).isPositive();
  }

  @Test
  void aSandboxKeepsItsMetadataLabelsAndAnnotations() {
    PodSandboxStatus status = run("kept").status();

    assertThat(status.getMetadata()).isEqualTo(sandbox("kept").getMetadata());
    assertThat(status.getLabelsMap()).containsAllEntriesOf(sandbox("kept").getLabelsMap());
    assertThat(status.getAnnotationsMap()).containsEntry("purpose", "contract");
  }

  @Test
  void twoSandboxesHaveTwoAddresses() {
    String first = run("first").status().getNetwork().getIp();
    String second = run("second").status().getNetwork().getIp();

    assertThat(first).isNotEqualTo(second);
  }

  @Test
  void aNameIsTakenUntilItsSandboxIsRemoved() {
    CriPod pod = run("taken");
    assertRefused(() -> run("taken"));

    pod.remove();
    assertThat(run("taken").id()).isNotEqualTo(pod.id());
  }

  @Test
  void stoppingASandboxStopsItsContainersAndCanBeRepeated() {
    CriPod pod = run("stopped");
    String container = pod.launch(service("main"));

    pod.stop();
    pod.stop();

    assertThat(pod.status().getState()).isEqualTo(PodSandboxState.SANDBOX_NOTREADY);
    exited(pod, container);
    assertThat(pod.state(container)).isEqualTo(ContainerState.CONTAINER_EXITED);
  }

  @Test
  void removingASandboxRemovesItsContainersAndCanBeRepeated() {
    CriPod pod = run("removed");
    String container = pod.launch(service("main"));

    pod.stop();
    pod.remove();
    pod.remove();

    assertNotFound(pod::status);
    assertNotFound(() -> pod.status(container));
  }

  @Test
  void anUnknownSandboxIsNotFoundButMayBeRemoved() {
    runtime()
        .removePodSandbox(RemovePodSandboxRequest.newBuilder().setPodSandboxId("none").build());
    assertNotFound(
        () ->
            runtime()
                .podSandboxStatus(
                    PodSandboxStatusRequest.newBuilder().setPodSandboxId("none").build()));
  }

  @Test
  void listsAreFilteredByIdStateAndLabel() {
    CriPod ready = run("listed-ready");
    CriPod stopped = run("listed-stopped");
    stopped.stop();

    assertThat(list(PodSandboxFilter.newBuilder())).contains(ready.id(), stopped.id());
    assertThat(list(PodSandboxFilter.newBuilder().setId(ready.id()))).containsExactly(ready.id());
    assertThat(list(inState(PodSandboxState.SANDBOX_READY)))
        .contains(ready.id())
        .doesNotContain(stopped.id());
    assertThat(list(inState(PodSandboxState.SANDBOX_NOTREADY)))
        .contains(stopped.id())
        .doesNotContain(ready.id());
    assertThat(
            list(
                PodSandboxFilter.newBuilder()
                    .putAllLabelSelector(sandbox("listed-ready").getLabelsMap())))
        .containsExactly(ready.id());
  }

  private static PodSandboxFilter.Builder inState(PodSandboxState state) {
    return PodSandboxFilter.newBuilder()
        .setState(PodSandboxStateValue.newBuilder().setState(state));
  }

  private List<String> list(PodSandboxFilter.Builder filter) {
    return runtime()
        .listPodSandbox(ListPodSandboxRequest.newBuilder().setFilter(filter).build())
        .getItemsList()
        .stream()
        .map(PodSandbox::getId)
        .toList();
  }
}
