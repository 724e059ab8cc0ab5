package dev.jubelet.pod.admit;

import static dev.jubelet.pod.admit.AdmissionFixture.plain;
import static dev.jubelet.pod.admit.AdmissionFixture.requesting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.model.NodePressure;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lifecycle 5: a node under pressure. */
final class PressureRuleTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NONE         | besteffort         | comes",
        "MEMORY       | besteffort         | [MemoryPressure]",
        "MEMORY       | burstable          | comes",
        "MEMORY       | tolerating-memory  | comes",
        "MEMORY       | tolerating-disk    | [MemoryPressure]",
        "MEMORY       | critical           | comes",
        "MEMORY       | running            | comes",
        "DISK         | burstable          | [DiskPressure]",
        "DISK         | tolerating-disk    | [DiskPressure]",
        "DISK         | critical           | comes",
        "PID          | burstable          | [PIDPressure]",
        "PID MEMORY   | burstable          | [MemoryPressure PIDPressure]",
        "MEMORY DISK  | tolerating-memory  | [MemoryPressure DiskPressure]",
      })
  void onlyWhoMustComesUnderPressure(String pressures, String kind, String outcome) {
    Set<NodePressure> under =
        pressures.equals("NONE")
            ? Set.of()
            : Arrays.stream(pressures.split(" ", -1))
                .map(NodePressure::valueOf)
                .collect(Collectors.toSet());
    Admission admission =
        new PressureRule().check(new Candidate(pod(kind), new ActivePods(), node(under)));
    assertThat(admission)
        .isEqualTo(
            outcome.equals("comes")
                ? Admission.ADMITTED
                : new Admission.Rejected("Evicted", "The node had condition: " + outcome + ". "));
  }

  private static NodeView node(Set<NodePressure> pressures) {
    return new NodeView(
        "here",
        "linux",
        Map.of(),
        List.of(),
        Map.of(),
        KernelVersion.parse("6.1.0"),
        new NodeView.Abilities(true, true),
        pressures);
  }

  private static Pod pod(String kind) {
    return switch (kind) {
      case "burstable" -> requesting("memory", "1Mi");
      case "tolerating-memory" -> tolerating("node.kubernetes.io/memory-pressure");
      case "tolerating-disk" -> tolerating("node.kubernetes.io/disk-pressure");
      case "critical" ->
          new PodBuilder(plain()).editSpec().withPriority(2_000_000_000).endSpec().build();
      case "running" ->
          new PodBuilder(plain()).withNewStatus().withPhase("Running").endStatus().build();
      default -> plain();
    };
  }

  private static Pod tolerating(String key) {
    return new PodBuilder(plain())
        .editSpec()
        .addNewToleration("NoSchedule", key, "Exists", null, null)
        .endSpec()
        .build();
  }
}
