package dev.jubelet.it.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerMetadata;
import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.api.cri.PodSandboxState;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of the chaos notice what they are for. */
final class InvariantsTest {
  private final Invariants invariants = new Invariants(container -> true);

  @Test
  void aRestartIsNoViolation() {
    runtime(exited("main-0", 0));
    runtime(exited("main-0", 0), running("main-0", 1));
    invariants.observeStatus(List.of(pod("Running", 0)));
    invariants.observeStatus(List.of(pod("Running", 1)));
    assertThat(invariants.violations()).isEmpty();
  }

  @Test
  void twoRunningContainersOfOneName() {
    runtime(running("main-0", 0), running("main-0", 1));
    assertThat(invariants.violations()).containsExactly("two running containers of u/main-0");
  }

  @Test
  void twoReadySandboxesOfOnePod() {
    PodSandbox ready =
        PodSandbox.newBuilder()
            .setState(PodSandboxState.SANDBOX_READY)
            .putLabels("io.kubernetes.pod.uid", "u")
            .build();
    invariants.observeRuntime(List.of(), List.of(ready, ready));
    assertThat(invariants.violations()).containsExactly("two ready sandboxes of u");
  }

  @Test
  void anInitContainerThatSucceededAndRunsAgain() {
    runtime(exited("init-0", 0));
    runtime(exited("init-0", 0), running("init-0", 1));
    assertThat(invariants.violations())
        .containsExactly("u/init-0 succeeded and ran again in the same sandbox");
  }

  @Test
  void aLaterContainerWithFewerRestarts() {
    runtime(exited("main-0", 1));
    runtime(running("main-0", 0).toBuilder().setCreatedAt(7).build());
    assertThat(invariants.violations()).containsExactly("restarts of u/main-0 fell from 1 to 0");
  }

  @Test
  void aStatusWithFewerRestarts() {
    invariants.observeStatus(List.of(pod("Running", 2)));
    invariants.observeStatus(List.of(pod("Running", 1)));
    assertThat(invariants.violations())
        .containsExactly("restartCount of u/main-0 fell from 2 to 1");
  }

  @Test
  void anEndedPodThatLives() {
    invariants.observeStatus(List.of(pod("Failed", 0)));
    invariants.observeStatus(List.of(pod("Running", 0)));
    assertThat(invariants.violations()).containsExactly("phase of u went from Failed to Running");
  }

  @Test
  void aPodThatIsBornAgainMayBeginAnew() {
    invariants.observeStatus(List.of(pod("Failed", 2)));
    invariants.reborn("u");
    invariants.observeStatus(List.of(pod("Pending", 0)));
    assertThat(invariants.violations()).isEmpty();
  }

  private void runtime(Container... containers) {
    invariants.observeRuntime(List.of(containers), List.of());
  }

  private static Container running(String name, int restarts) {
    return container(name, restarts, ContainerState.CONTAINER_RUNNING);
  }

  private static Container exited(String name, int restarts) {
    return container(name, restarts, ContainerState.CONTAINER_EXITED);
  }

  private static Container container(String name, int restarts, ContainerState state) {
    return Container.newBuilder()
        .setId(name + "-" + restarts)
        .setPodSandboxId("sandbox")
        .setMetadata(ContainerMetadata.newBuilder().setName(name))
        .setState(state)
        .setCreatedAt(restarts)
        .putLabels("io.kubernetes.pod.uid", "u")
        .putLabels("io.kubernetes.container.name", name)
        .putAnnotations("io.kubernetes.container.restartCount", Integer.toString(restarts))
        .build();
  }

  private static Pod pod(String phase, int restarts) {
    return new PodBuilder()
        .withNewMetadata()
        .withUid("u")
        .endMetadata()
        .withNewStatus()
        .withPhase(phase)
        .addNewCondition()
        .withType("Ready")
        .endCondition()
        .addNewContainerStatus()
        .withName("main-0")
        .withContainerID("containerd://x")
        .withRestartCount(restarts)
        .endContainerStatus()
        .endStatus()
        .build();
  }
}
