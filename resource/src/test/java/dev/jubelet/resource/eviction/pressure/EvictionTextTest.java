package dev.jubelet.resource.eviction.pressure;

import static dev.jubelet.resource.eviction.pressure.RankedPods.MIB;
import static dev.jubelet.resource.eviction.pressure.RankedPods.memory;
import static dev.jubelet.resource.eviction.pressure.RankedPods.pod;
import static dev.jubelet.resource.eviction.pressure.RankedPods.using;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.resource.eviction.pressure.EvictionText.Text;
import dev.jubelet.resource.eviction.pressure.PodUsage.Files;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class EvictionTextTest {
  private static EvictionText text(NodeSignal signal, String value, long available, long capacity) {
    Threshold threshold =
        new Threshold(signal, Amount.parse(value), Duration.ZERO, Threshold.NOTHING);
    return new EvictionText(
        signal.starved(),
        List.of(threshold),
        Map.of(signal, new Reading(available, capacity, Duration.ZERO)));
  }

  @Test
  void aContainerThatUsesMoreThanItAskedForIsNamed() {
    Text found =
        text(NodeSignal.MEMORY, "250Mi", 200 * MIB, 4096 * MIB)
            .of(memory(pod("hog", 0, "50Mi"), 300 * MIB));
    assertThat(found.message())
        .isEqualTo(
            "The node was low on resource: memory. Threshold quantity: 250Mi, available: 200Mi. "
                + "Container main was using 300Mi, request is 50Mi, has larger consumption of"
                + " memory. ");
    assertThat(found.annotations())
        .containsOnly(
            Map.entry("starved_resource", "memory"),
            Map.entry("offending_containers", "main"),
            Map.entry("offending_containers_usage", "300Mi"));
  }

  @Test
  void oneThatUsesLessIsNot() {
    Text found =
        text(NodeSignal.NODE_DISK, "10%", 5 * MIB, 100 * MIB)
            .of(
                using(
                    pod("calm", 0, "1Gi"), 0, 0, Files.NONE, new Files(MIB, 1), new Files(MIB, 1)));
    assertThat(found.message())
        .isEqualTo(
            "The node was low on resource: ephemeral-storage. Threshold quantity: 10Mi, available:"
                + " 5Mi. ");
    assertThat(found.annotations()).containsEntry("offending_containers", "");
  }

  @Test
  void layersAndLogsTogetherAreWhatAContainerUsesOfTheDisk() {
    Text found =
        text(NodeSignal.NODE_DISK, "10Mi", 5 * MIB, 100 * MIB)
            .of(using(pod("hog", 0, ""), 0, 0, Files.NONE, new Files(MIB, 1), new Files(MIB, 1)));
    assertThat(found.message())
        .endsWith(
            "Container main was using 2Mi, request is 0, has larger consumption of"
                + " ephemeral-storage. ");
  }

  @Test
  void inodesAndProcessesAreCounted() {
    assertThat(text(NodeSignal.PIDS, "1k", 900, 32768).of(memory(pod("p", 0, ""), MIB)).message())
        .isEqualTo("The node was low on resource: pids. Threshold quantity: 1k, available: 900. ");
    assertThat(
            text(NodeSignal.NODE_INODES, "5%", 3000, 65536)
                .of(memory(pod("p", 0, ""), MIB))
                .message())
        .isEqualTo(
            "The node was low on resource: inodes. Threshold quantity: 3276, available: 3k. ");
  }

  @Test
  void aPodOfWhichNothingIsKnownHasNoOffence() {
    Text found =
        text(NodeSignal.MEMORY, "250Mi", 200 * MIB, 4096 * MIB)
            .of(new PodUsage(pod("p", 0, ""), Optional.empty()));
    assertThat(found.annotations()).containsOnly(Map.entry("starved_resource", "memory"));
  }

  @Test
  void whatThePodAskedForAsAWholeIsTold() {
    Pod whole =
        new PodBuilder(pod("p", 0, "400Mi"))
            .editSpec()
            .withNewResources()
            .withRequests(Map.of("memory", new Quantity("100Mi")))
            .endResources()
            .endSpec()
            .build();
    Text found = text(NodeSignal.MEMORY, "250Mi", 1, 4096 * MIB).of(memory(whole, 300 * MIB));
    assertThat(found.message())
        .endsWith("Pod p was using 300Mi, request is 100Mi, has larger consumption of memory. ");
    assertThat(found.annotations())
        .containsEntry("offending_pod", "p")
        .containsEntry("offending_pod_usage", "300Mi");
  }
}
