package dev.jubelet.resource.eviction.pressure;

import dev.jubelet.resource.eviction.pressure.PodUsage.ContainerUsage;
import dev.jubelet.resource.eviction.pressure.PodUsage.Figures;
import dev.jubelet.resource.eviction.pressure.PodUsage.Files;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Pods for these tests, each with a container {@code main}. */
final class RankedPods {
  static final long MIB = 1 << 20;

  private RankedPods() {}

  /** With a request of memory and of ephemeral storage; empty for none. */
  static Pod pod(String name, int priority, String request) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("shop")
        .withUid("uid-" + name)
        .endMetadata()
        .withNewSpec()
        .withPriority(priority)
        .withTerminationGracePeriodSeconds(30L)
        .addNewContainer()
        .withName("main")
        .withNewResources()
        .withRequests(
            request.isEmpty()
                ? Map.of()
                : Map.of(
                    "memory", new Quantity(request), "ephemeral-storage", new Quantity(request)))
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }

  static PodUsage memory(Pod pod, long bytes) {
    return using(pod, bytes, 0, Files.NONE, Files.NONE, Files.NONE);
  }

  static PodUsage using(
      Pod pod, long memory, long processes, Files volumes, Files rootfs, Files logs) {
    return new PodUsage(
        pod,
        Optional.of(
            new Figures(
                memory,
                processes,
                volumes,
                List.of(new ContainerUsage("main", memory, rootfs, logs)))));
  }

  static List<String> names(List<PodUsage> ranked) {
    return ranked.stream().map(usage -> usage.pod().getMetadata().getName()).toList();
  }
}
