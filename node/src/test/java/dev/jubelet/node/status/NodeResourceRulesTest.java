package dev.jubelet.node.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeResourceRulesTest {

  @Test
  void whatOthersAdvertiseStaysAndIsAllUsable() {
    Map<String, Quantity> existing = Map.of("example.com/dongle", quantity("4"));

    Map<String, Quantity> capacity =
        NodeResourceRules.capacity(existing, Map.of("cpu", quantity("2")));
    Map<String, Quantity> allocatable =
        NodeResourceRules.allocatable(Map.of(), capacity, Map.of("cpu", quantity("1500m")));

    assertThat(capacity)
        .isEqualTo(Map.of("cpu", quantity("2"), "example.com/dongle", quantity("4")));
    assertThat(allocatable)
        .isEqualTo(Map.of("cpu", quantity("1500m"), "example.com/dongle", quantity("4")));
  }

  @Test
  void whatIsNoLongerInTheCapacityCannotBeUsed() {
    assertThat(
            NodeResourceRules.allocatable(
                Map.of("example.com/dongle", quantity("4")), Map.of(), Map.of()))
        .isEmpty();
  }

  @Test
  void hugePagesThatTheKernelLostAreTakenAway() {
    Map<String, Quantity> existing =
        Map.of("hugepages-1Gi", quantity("1Gi"), "hugepages-2Mi", quantity("4Mi"));

    assertThat(NodeResourceRules.capacity(existing, Map.of("hugepages-2Mi", quantity("8Mi"))))
        .isEqualTo(Map.of("hugepages-2Mi", quantity("8Mi")));
  }

  @Test
  void theSameAmountKeepsItsSpelling() {
    Map<String, Quantity> capacity =
        NodeResourceRules.capacity(
            Map.of("memory", quantity("1Gi")), Map.of("memory", quantity("1048576Ki")));

    assertThat(capacity.get("memory")).hasToString("1Gi");
  }

  @Test
  void forgottenResourcesAreZeroNotAbsent() {
    assertThat(
            NodeResourceRules.withoutExtended(
                Map.of("cpu", quantity("2"), "example.com/dongle", quantity("4")),
                Set.of("example.com/dongle")))
        .isEqualTo(Map.of("cpu", quantity("2"), "example.com/dongle", quantity("0")));
  }

  @ParameterizedTest
  @CsvSource({
    "cpu, false",
    "hugepages-2Mi, false",
    "example.com/dongle, true",
    "kubernetes.io/thing, false",
    "attachable.kubernetes.io/thing, false",
    "requests.example.com/dongle, false"
  })
  void extendedResourcesAreThoseOfOthers(String name, boolean extended) {
    assertThat(NodeResourceRules.isExtended(name)).isEqualTo(extended);
  }

  private static Quantity quantity(String text) {
    return Quantity.parse(text);
  }
}
