package dev.jubelet.pod.status;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.List;
import java.util.Optional;

/** Finds things in the lists of a status. Pure. */
final class StatusLookup {

  private StatusLookup() {}

  static Optional<PodCondition> condition(List<PodCondition> conditions, String type) {
    return conditions.stream().filter(c -> type.equals(c.getType())).findFirst();
  }

  static Optional<ContainerStatus> container(List<ContainerStatus> statuses, String name) {
    return statuses.stream().filter(s -> name.equals(s.getName())).findFirst();
  }

  static boolean isTrue(List<PodCondition> conditions, String type) {
    return condition(conditions, type).filter(c -> "True".equals(c.getStatus())).isPresent();
  }
}
