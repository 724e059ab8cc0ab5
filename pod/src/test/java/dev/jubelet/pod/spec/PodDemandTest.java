package dev.jubelet.pod.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodDemandTest {

  private static Container asking(String name, String cpu, String memory) {
    return new ContainerBuilder()
        .withName(name)
        .withNewResources()
        .addToRequests("cpu", new Quantity(cpu))
        .addToRequests("memory", new Quantity(memory))
        .endResources()
        .build();
  }

  private static Container sidecar(Container container) {
    return new ContainerBuilder(container).withRestartPolicy("Always").build();
  }

  private static Pod pod(List<Container> init, List<Container> regular) {
    return new PodBuilder()
        .withNewMetadata()
        .endMetadata()
        .withNewSpec()
        .withInitContainers(init)
        .withContainers(regular)
        .endSpec()
        .build();
  }

  @Test
  void regularContainersAddUp() {
    Amounts sum =
        PodDemand.requests(
            pod(List.of(), List.of(asking("a", "0.1", "64Mi"), asking("b", "0.2", "1Gi"))));
    assertThat(sum.milliCpu()).isEqualTo(300);
    assertThat(sum.memoryBytes()).isEqualTo((64L << 20) + (1L << 30));
  }

  @Test
  void anInitContainerCountsOnlyWhenItIsTheLarger() {
    Pod pod = pod(List.of(asking("i", "2", "1Mi")), List.of(asking("a", "1", "64Mi")));
    assertThat(PodDemand.requests(pod).milliCpu()).isEqualTo(2000);
    assertThat(PodDemand.requests(pod).memoryBytes()).isEqualTo(64L << 20);
  }

  @Test
  void sidecarsAddToTheRegularOnesAndToInitContainersAfterThem() {
    Pod pod =
        pod(
            List.of(
                asking("before", "5", "1"),
                sidecar(asking("side", "1", "1")),
                asking("after", "6", "1")),
            List.of(asking("a", "3", "1")));
    assertThat(PodDemand.requests(pod).milliCpu()).isEqualTo(7000);
  }

  @Test
  void aLimitWithoutARequestIsItsOwnRequest() {
    Container limited =
        new ContainerBuilder()
            .withNewResources()
            .addToLimits("cpu", new Quantity("3"))
            .endResources()
            .build();
    assertThat(PodDemand.requests(pod(List.of(), List.of(limited))).milliCpu()).isEqualTo(3000);
  }

  @Test
  void overheadIsAddedToRequestsAndPodLevelValuesReplaceTheSum() {
    Pod pod =
        new PodBuilder(pod(List.of(), List.of(asking("a", "1", "1Mi"))))
            .editSpec()
            .withOverhead(Map.of("cpu", new Quantity("250m")))
            .withNewResources()
            .addToRequests("memory", new Quantity("2Gi"))
            .addToRequests("example.com/thing", new Quantity("9"))
            .endResources()
            .endSpec()
            .build();
    Amounts requests = PodDemand.requests(pod);
    assertThat(requests.milliCpu()).isEqualTo(1250);
    assertThat(requests.memoryBytes()).isEqualTo(2L << 30);
    assertThat(requests.has("example.com/thing")).isFalse();
    assertThat(PodDemand.requestsWithoutOverhead(pod).milliCpu()).isEqualTo(1000);
  }
}
