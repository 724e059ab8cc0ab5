package dev.jubelet.pod.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** lifecycle 6.6: what is left of a pod's spec when no source knows the pod. */
class RestoredPodTest {
  private final Pod lost = Pods.pod("web").container("a").container("b").build();

  @Test
  void hooksAndPortsComeBackFromTheContainers() {
    Pod pod =
        RestoredPod.of(
            Observed.of(lost)
                .running("b")
                .running("a")
                .annotations(
                    Map.of(
                        Annotations.CONTAINER_PRE_STOP,
                        "{\"exec\":{\"command\":[\"bye\"]}}",
                        Annotations.CONTAINER_PORTS,
                        "[{\"name\":\"http\",\"containerPort\":80}]"))
                .build());
    assertThat(PodKey.of(pod)).isEqualTo(PodKey.of(lost));
    assertThat(PodUid.of(pod)).isEqualTo(PodUid.of(lost));
    List<Container> containers = pod.getSpec().getContainers();
    assertThat(containers).extracting(Container::getName).containsExactly("a", "b");
    Container hooked = containers.getFirst();
    assertThat(hooked.getLifecycle().getPreStop().getExec().getCommand()).containsExactly("bye");
    assertThat(hooked.getPorts().getFirst().getContainerPort()).isEqualTo(80);
    assertThat(containers.getLast().getLifecycle()).isNull();
  }

  @Test
  void ofSeveralContainersOfOneNameTheNewestCounts() {
    Pod pod = RestoredPod.of(Observed.of(lost).exited("a", 1).running("a").build());
    assertThat(pod.getSpec().getContainers()).hasSize(1);
  }

  @Test
  void whatCannotBeReadIsAsIfItHadNeverBeenSet() {
    Pod pod =
        RestoredPod.of(
            Observed.of(lost)
                .running("a")
                .annotations(
                    Map.of(Annotations.CONTAINER_PRE_STOP, "{", Annotations.CONTAINER_PORTS, "[{]"))
                .build());
    assertThat(pod.getSpec().getContainers().getFirst().getLifecycle()).isNull();
    assertThat(pod.getSpec().getContainers().getFirst().getPorts()).isEmpty();
  }

  @Test
  void theNodesNetworkIsKnownFromTheSandbox() {
    assertThat(
            RestoredPod.of(Observed.nothingOf(lost).sandbox(true, true, List.of()).build())
                .getSpec()
                .getHostNetwork())
        .isTrue();
  }
}
