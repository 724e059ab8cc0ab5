package dev.jubelet.resource.eviction;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Arrays;
import java.util.Map;

/**
 * Pods for these tests. Limits are written {@code name=1Mi name=2Mi}, and {@code name=} for none.
 */
final class LimitedPods {
  static final PodStatus RUNNING =
      new PodStatusBuilder()
          .withPhase("Running")
          .addNewContainerStatus()
          .withName("main")
          .withNewState()
          .withNewRunning()
          .endRunning()
          .endState()
          .endContainerStatus()
          .build();

  private LimitedPods() {}

  static PodBuilder pod(String volumes, String containers) {
    PodBuilder pod =
        new PodBuilder()
            .withNewMetadata()
            .withName("web")
            .withNamespace("shop")
            .withUid("u1")
            .endMetadata()
            .withNewSpec()
            .endSpec();
    for (String[] volume : pairs(volumes)) {
      pod.editSpec()
          .addNewVolume()
          .withName(volume[0])
          .withNewEmptyDir()
          .withSizeLimit(volume[1].isEmpty() ? null : new Quantity(volume[1]))
          .endEmptyDir()
          .endVolume()
          .endSpec();
    }
    for (String[] container : pairs(containers)) {
      pod.editSpec().addToContainers(container(container[0], container[1])).endSpec();
    }
    return pod;
  }

  static Container container(String name, String limit) {
    return new ContainerBuilder()
        .withName(name)
        .withNewResources()
        .withLimits(limit.isEmpty() ? Map.of() : Map.of("ephemeral-storage", new Quantity(limit)))
        .endResources()
        .build();
  }

  /** One whose volume {@code scratch} may have a mebibyte. */
  static Pod ofVolume(String uid) {
    return pod("scratch=1Mi", "main=").editMetadata().withUid(uid).endMetadata().build();
  }

  private static String[][] pairs(String written) {
    return Arrays.stream(written.split(" ", -1))
        .filter(pair -> !pair.isEmpty())
        .map(pair -> pair.split("=", 2))
        .toArray(String[][]::new);
  }
}
