package dev.jubelet.pod.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.pod.translate.TestPods;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceFieldSelectorBuilder;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("10.2")
class ResourceFieldRefsTest {
  private static final Container LIMITED =
      TestPods.container()
          .withResources(
              new ResourceRequirementsBuilder()
                  .addToLimits("cpu", new Quantity("1500m"))
                  .addToLimits("memory", new Quantity("300Mi"))
                  .addToLimits("hugepages-2Mi", new Quantity("4Mi"))
                  .addToRequests("cpu", new Quantity("100m"))
                  .addToRequests("memory", new Quantity("1000000"))
                  .build())
          .build();
  private static final Container UNLIMITED = TestPods.container().withName("free").build();

  @ParameterizedTest(name = "{0} in {1} is {2}")
  @CsvSource({
    "limits.cpu, , 2",
    "limits.cpu, 0, 2",
    "limits.cpu, 1m, 1500",
    "requests.cpu, 1, 1",
    "limits.memory, 1Mi, 300",
    "limits.memory, 1, 314572800",
    "requests.memory, 1Ki, 977",
    "requests.memory, 1Mi, 1",
    "limits.hugepages-2Mi, 1Mi, 4",
    "requests.ephemeral-storage, 1, 0",
  })
  void theAmountIsGivenInUnitsOfTheDivisorRoundedUp(
      String resource, @Nullable String divisor, String expected) {
    assertThat(value(resource, divisor, "", LIMITED, pod())).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} without a limit is {1}")
  @CsvSource({
    "limits.cpu, 8",
    "limits.memory, 16000000000",
    "limits.ephemeral-storage, 0",
    "limits.hugepages-2Mi, 0",
    "requests.cpu, 0",
  })
  void aMissingLimitIsAllThatTheNodeCanGive(String resource, String expected) {
    assertThat(value(resource, "1", "", UNLIMITED, pod())).isEqualTo(expected);
  }

  @Test
  void aMissingLimitIsThatOfThePodWhenItHasOne() {
    Pod pod =
        TestPods.pod()
            .editSpec()
            .withContainers(UNLIMITED)
            .withNewResources()
            .addToLimits("cpu", new Quantity("3"))
            .endResources()
            .endSpec()
            .build();

    assertThat(value("limits.cpu", "1", "", UNLIMITED, pod)).isEqualTo("3");
    assertThat(value("limits.memory", "1", "", UNLIMITED, pod)).isEqualTo("16000000000");
  }

  @Test
  void anotherContainerOfThePodCanBeAskedFor() {
    assertThat(value("limits.cpu", "1m", "app", UNLIMITED, pod())).isEqualTo("1500");
  }

  @Test
  void aContainerThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> value("limits.cpu", "1", "ghost", UNLIMITED, pod()))
        .hasMessage("container ghost not found");
  }

  @ParameterizedTest
  @CsvSource({"limits.pods", "cpu", "other.cpu"})
  void otherResourcesAreRefused(String resource) {
    assertThatThrownBy(() -> value(resource, "1", "", LIMITED, pod()))
        .hasMessage("unsupported container resource : " + resource);
  }

  private static Pod pod() {
    return TestPods.pod().editSpec().withContainers(LIMITED, UNLIMITED).endSpec().build();
  }

  private static String value(
      String resource,
      @Nullable String divisor,
      String containerName,
      Container container,
      Pod pod) {
    Map<String, Quantity> allocatable =
        Map.of(
            "cpu", new Quantity("8"),
            "memory", new Quantity("16G"),
            "hugepages-2Mi", new Quantity("1Gi"));
    var selector =
        new ResourceFieldSelectorBuilder().withContainerName(containerName).withResource(resource);
    if (divisor != null) {
      selector.withDivisor(new Quantity(divisor));
    }
    return new ResourceFieldRefs(pod, allocatable).value(selector.build(), container);
  }
}
