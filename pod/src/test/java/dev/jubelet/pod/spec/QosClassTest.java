package dev.jubelet.pod.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("13.1")
class QosClassTest {

  private static Container container(@Nullable String... values) {
    ResourceRequirementsBuilder resources = new ResourceRequirementsBuilder();
    if (values[0] != null) {
      resources.addToRequests("cpu", new Quantity(values[0]));
    }
    if (values[1] != null) {
      resources.addToLimits("cpu", new Quantity(values[1]));
    }
    if (values[2] != null) {
      resources.addToRequests("memory", new Quantity(values[2]));
    }
    if (values[3] != null) {
      resources.addToLimits("memory", new Quantity(values[3]));
    }
    return new ContainerBuilder().withResources(resources.build()).build();
  }

  private static Pod pod(Container... containers) {
    return new PodBuilder()
        .withNewMetadata()
        .endMetadata()
        .withNewSpec()
        .withContainers(new ArrayList<>(List.of(containers)))
        .endSpec()
        .build();
  }

  @ParameterizedTest
  @CsvSource({
    ", , , , BEST_EFFORT",
    "0, 0, 0, 0, BEST_EFFORT",
    "1, 1, 1Gi, 1Gi, GUARANTEED",
    "1, 1000m, 1Gi, 1024Mi, GUARANTEED",
    ", 1, , 1Gi, GUARANTEED",
    "1, 2, 1Gi, 1Gi, BURSTABLE",
    "1, 1, , , BURSTABLE",
    "1, , , , BURSTABLE",
    ", , 1Gi, , BURSTABLE",
    "0, 1, 1Gi, 1Gi, BURSTABLE"
  })
  void theClassFollowsFromRequestsAndLimits(
      @Nullable String cpuRequest,
      @Nullable String cpuLimit,
      @Nullable String memoryRequest,
      @Nullable String memoryLimit,
      QosClass expected) {
    Pod pod = pod(container(cpuRequest, cpuLimit, memoryRequest, memoryLimit));
    assertThat(QosClass.of(pod)).isEqualTo(expected);
  }

  @Test
  void oneContainerWithoutLimitsMakesTheWholePodBurstable() {
    Container guaranteed = container("1", "1", "1Gi", "1Gi");
    Container nothing = container(null, null, null, null);
    assertThat(QosClass.of(pod(guaranteed, nothing))).isEqualTo(QosClass.BURSTABLE);
  }

  @Test
  void initContainersCountToo() {
    Pod pod =
        new PodBuilder(pod(container(null, null, null, null)))
            .editSpec()
            .withInitContainers(container("1", null, null, null))
            .endSpec()
            .build();
    assertThat(QosClass.of(pod)).isEqualTo(QosClass.BURSTABLE);
  }

  @Test
  void whatThePodStatesForItselfReplacesWhatItsContainersState() {
    Pod pod =
        new PodBuilder(pod(container("1", null, null, null)))
            .editSpec()
            .withNewResources()
            .addToLimits("cpu", new Quantity("1"))
            .addToLimits("memory", new Quantity("1Gi"))
            .endResources()
            .endSpec()
            .build();
    assertThat(QosClass.of(pod)).isEqualTo(QosClass.GUARANTEED);
  }

  @Test
  void theClassInTheStatusStands() {
    Pod pod =
        new PodBuilder(pod(container("1", null, null, null)))
            .withNewStatus()
            .withQosClass("BestEffort")
            .endStatus()
            .build();
    assertThat(QosClass.of(pod)).isEqualTo(QosClass.BEST_EFFORT);
  }
}
