package dev.jubelet.node.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.node.Nodes;
import dev.jubelet.pod.model.NodePressure;
import io.fabric8.kubernetes.api.model.NodeCondition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeConditionRulesTest {
  private static final Set<String> CAPACITY = Set.copyOf(Nodes.REQUIRED);
  private static final Instant LATER = Nodes.NOW.plusSeconds(10);

  @Test
  void aNewNodeHasAllConditionsWithReadyLast() {
    List<NodeCondition> conditions = update(List.of(), Nodes.healthy(), Nodes.NOW);

    assertThat(conditions)
        .extracting(NodeCondition::getType)
        .containsExactly("MemoryPressure", "DiskPressure", "PIDPressure", "Ready");
    assertThat(conditions)
        .allSatisfy(
            one -> {
              assertThat(one.getLastHeartbeatTime()).isEqualTo("2026-01-01T00:00:00Z");
              assertThat(one.getLastTransitionTime()).isEqualTo("2026-01-01T00:00:00Z");
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MEMORY|True|KubeletHasInsufficientMemory|kubelet has insufficient memory available",
        "DISK|True|KubeletHasDiskPressure|kubelet has disk pressure",
        "PID|True|KubeletHasInsufficientPID|kubelet has insufficient PID available"
      })
  void aPressureShows(NodePressure pressure, String status, String reason, String message) {
    NodeCondition condition =
        find(update(List.of(), Nodes.under(pressure), Nodes.NOW), pressure.type());

    assertThat(condition.getStatus()).isEqualTo(status);
    assertThat(condition.getReason()).isEqualTo(reason);
    assertThat(condition.getMessage()).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MEMORY|KubeletHasSufficientMemory|kubelet has sufficient memory available",
        "DISK|KubeletHasNoDiskPressure|kubelet has no disk pressure",
        "PID|KubeletHasSufficientPID|kubelet has sufficient PID available"
      })
  void noPressureShowsToo(NodePressure pressure, String reason, String message) {
    NodeCondition condition = find(update(List.of(), Nodes.healthy(), Nodes.NOW), pressure.type());

    assertThat(condition.getStatus()).isEqualTo("False");
    assertThat(condition.getReason()).isEqualTo(reason);
    assertThat(condition.getMessage()).isEqualTo(message);
  }

  @Test
  void onlyAFlipIsATransition() {
    List<NodeCondition> first = update(List.of(), Nodes.healthy(), Nodes.NOW);
    List<NodeCondition> second = update(first, Nodes.unwell("broken"), LATER);

    assertThat(find(second, "Ready").getLastTransitionTime()).isEqualTo("2026-01-01T00:00:10Z");
    assertThat(find(second, "DiskPressure").getLastTransitionTime())
        .isEqualTo("2026-01-01T00:00:00Z");
    assertThat(find(second, "DiskPressure").getLastHeartbeatTime())
        .isEqualTo("2026-01-01T00:00:10Z");
    assertThat(find(first, "Ready").getStatus()).isEqualTo("True");
  }

  @Test
  void conditionsOfOthersAndTheOrderStay() {
    NodeCondition network = new NodeCondition();
    network.setType("NetworkUnavailable");
    List<NodeCondition> existing = update(List.of(), Nodes.healthy(), Nodes.NOW);
    existing.add(1, network);

    List<NodeCondition> next = update(existing, Nodes.healthy(), LATER);

    assertThat(next)
        .extracting(NodeCondition::getType)
        .containsExactly(
            "MemoryPressure", "NetworkUnavailable", "DiskPressure", "PIDPressure", "Ready");
    assertThat(next.get(1)).isSameAs(network);
  }

  @Test
  void oneProblemStandsAloneAndMoreAreJoinedOnceEach() {
    assertThat(ready(Nodes.unwell("a"))).isEqualTo("False KubeletNotReady a");
    assertThat(ready(Nodes.unwell("a", "b", "a"))).isEqualTo("False KubeletNotReady [a, b]");
    assertThat(ready(Nodes.healthy()))
        .isEqualTo("True KubeletReady kubelet is posting ready status");
  }

  @Test
  void aNodeWithoutItsCapacityIsNotReady() {
    List<NodeCondition> conditions =
        NodeConditionRules.update(List.of(), Nodes.unwell("a"), Set.of("memory"), Nodes.NOW);

    assertThat(find(conditions, "Ready").getMessage())
        .isEqualTo("[a, missing node capacity for resources: cpu, pods]");
  }

  @Test
  void aWarningFollowsTheMessageOfANodeThatIsReady() {
    NodeHealth health =
        new NodeHealth(
            Set.of(), List.of(), Optional.of("CPU hardcapping unsupported"), Nodes.REQUIRED);

    assertThat(ready(health))
        .isEqualTo(
            "True KubeletReady kubelet is posting ready status."
                + " WARNING: CPU hardcapping unsupported");
  }

  private static String ready(NodeHealth health) {
    NodeCondition ready = find(update(List.of(), health, Nodes.NOW), "Ready");
    return ready.getStatus() + " " + ready.getReason() + " " + ready.getMessage();
  }

  private static List<NodeCondition> update(
      List<NodeCondition> existing, NodeHealth health, Instant now) {
    return NodeConditionRules.update(existing, health, CAPACITY, now);
  }

  private static NodeCondition find(List<NodeCondition> conditions, String type) {
    return NodeConditionRules.find(conditions, type).orElseThrow();
  }
}
