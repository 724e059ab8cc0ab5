package dev.jubelet.pod.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Containers;
import dev.jubelet.pod.fixture.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** lifecycle 13: the QoS class of a pod. */
class QosClassTest {
  private static final Map<String, String> FULL = Map.of("cpu", "1", "memory", "1Gi");

  @Test
  void withoutCpuOrMemoryItIsBestEffort() {
    assertThat(of(Map.of(), Map.of())).isEqualTo(QosClass.BEST_EFFORT);
    assertThat(of(Map.of("ephemeral-storage", "1Gi"), Map.of())).isEqualTo(QosClass.BEST_EFFORT);
    assertThat(of(Map.of("cpu", "0"), Map.of())).isEqualTo(QosClass.BEST_EFFORT);
  }

  @Test
  void withEqualLimitsAndRequestsEverywhereItIsGuaranteed() {
    assertThat(of(FULL, FULL)).isEqualTo(QosClass.GUARANTEED);
    assertThat(of(Map.of("cpu", "1000m", "memory", "1Gi"), FULL)).isEqualTo(QosClass.GUARANTEED);
    assertThat(of(Map.of(), FULL)).isEqualTo(QosClass.GUARANTEED);
  }

  @Test
  void inBetweenItIsBurstable() {
    assertThat(of(FULL, Map.of())).isEqualTo(QosClass.BURSTABLE);
    assertThat(of(Map.of("cpu", "500m", "memory", "1Gi"), FULL)).isEqualTo(QosClass.BURSTABLE);
    assertThat(of(Map.of("cpu", "1"), Map.of("cpu", "1"))).isEqualTo(QosClass.BURSTABLE);
  }

  @Test
  void oneContainerWithoutLimitsMakesItBurstable() {
    Pod pod =
        Pods.pod("web").container("a", Containers.resources(FULL, FULL)).container("b").build();
    assertThat(QosClass.of(pod)).isEqualTo(QosClass.BURSTABLE);
  }

  @Test
  void initContainersCount() {
    Pod pod = Pods.pod("web").init("i").container("a", Containers.resources(FULL, FULL)).build();
    assertThat(QosClass.of(pod)).isEqualTo(QosClass.BURSTABLE);
  }

  @Test
  void whatThePodStatesForItselfCountsAlone() {
    Pod pod =
        Pods.pod("web")
            .container("a")
            .spec(s -> s.setResources(Containers.requirements(FULL, FULL)))
            .build();
    assertThat(QosClass.of(pod)).isEqualTo(QosClass.GUARANTEED);
  }

  @Test
  void theClassThatTheApiServerGaveIsKept() {
    Pod pod = Pods.pod("web").container("a").status(s -> s.setQosClass("Guaranteed")).build();
    assertThat(QosClass.of(pod)).isEqualTo(QosClass.GUARANTEED);
  }

  private static QosClass of(Map<String, String> requests, Map<String, String> limits) {
    return QosClass.of(
        Pods.pod("web").container("a", Containers.resources(requests, limits)).build());
  }
}
