package dev.jubelet.pod.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PodLevelResourcesTest {
  private static Container container(Map<String, Quantity> requests, Map<String, Quantity> limits) {
    return new ContainerBuilder()
        .withName("a")
        .withNewResources()
        .withRequests(requests)
        .withLimits(limits)
        .endResources()
        .build();
  }

  private static Pod pod(
      Map<String, Quantity> requests, Map<String, Quantity> limits, Container... containers) {
    return new PodBuilder()
        .withNewSpec()
        .withContainers(containers)
        .withResources(
            new ResourceRequirementsBuilder().withRequests(requests).withLimits(limits).build())
        .endSpec()
        .build();
  }

  private static Quantity q(String amount) {
    return new Quantity(amount);
  }

  private static List<String> problems(Pod pod) {
    Problems problems = new Problems();
    PodLevelResources.check(pod, "spec", problems);
    return problems.messages();
  }

  @Test
  void aMissingRequestIsThatOfTheContainersElseTheLimit() {
    Pod pod =
        pod(
            Map.of(),
            Map.of("cpu", q("2"), "memory", q("1Gi")),
            container(Map.of("cpu", q("500m")), Map.of()),
            container(Map.of("cpu", q("250m")), Map.of()));
    PodLevelResources.applyDefaults(pod);
    assertThat(pod.getSpec().getResources().getRequests())
        .isEqualTo(Map.of("cpu", q("750m"), "memory", q("1Gi")));
  }

  @Test
  void hugePagesOfThePodAreThoseOfItsContainers() {
    Pod pod =
        pod(
            Map.of("cpu", q("1")),
            Map.of(),
            container(
                Map.of("cpu", q("1"), "hugepages-2Mi", q("4Mi")),
                Map.of("hugepages-2Mi", q("4Mi"))));
    PodLevelResources.applyDefaults(pod);
    assertThat(pod.getSpec().getResources().getLimits())
        .isEqualTo(Map.of("hugepages-2Mi", q("4Mi")));
    assertThat(pod.getSpec().getResources().getRequests())
        .isEqualTo(Map.of("cpu", q("1"), "hugepages-2Mi", q("4Mi")));
  }

  @Test
  void aPodThatStatesNothingStaysSo() {
    Pod pod = pod(Map.of(), Map.of(), container(Map.of("cpu", q("1")), Map.of()));
    PodLevelResources.applyDefaults(pod);
    assertThat(pod.getSpec().getResources().getRequests()).isEmpty();
    assertThat(problems(pod)).isEmpty();
  }

  @Test
  void containersMustFitIntoThePod() {
    Pod pod =
        pod(
            Map.of("cpu", q("500m")),
            Map.of("memory", q("1Gi")),
            container(Map.of("cpu", q("1")), Map.of("memory", q("2Gi"))));
    assertThat(problems(pod))
        .contains(
            "spec.resources.requests[cpu]: Invalid value: \"500m\": must be greater than or equal"
                + " to aggregate container requests of 1",
            "spec.resources.limits[memory]: Invalid value: \"1Gi\": must be greater than or equal"
                + " to the limit of container a");
  }

  @Test
  void aPodStatesOnlyCpuMemoryAndHugePages() {
    Pod pod =
        pod(
            Map.of("ephemeral-storage", q("1Gi")),
            Map.of(),
            container(Map.of("cpu", q("1")), Map.of()));
    assertThat(problems(pod))
        .containsExactly(
            "spec.resources.requests[ephemeral-storage]: Invalid value: \"ephemeral-storage\":"
                + " must be cpu, memory or huge pages");
  }

  @Test
  void whatIsNoQuantityIsLeftForTheRulesToName() {
    Pod pod = pod(Map.of("cpu", q("much")), Map.of(), container(Map.of("cpu", q("1")), Map.of()));
    PodLevelResources.applyDefaults(pod);
    assertThat(problems(pod)).singleElement().asString().contains("spec.resources.requests.cpu");
  }
}
