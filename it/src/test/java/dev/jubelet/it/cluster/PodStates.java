package dev.jubelet.it.cluster;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Set;

/** What the status of a pod says, in short. */
final class PodStates {
  private static final Set<String> OVER = Set.of("Succeeded", "Failed");

  private PodStates() {}

  static boolean isOver(Pod pod) {
    return OVER.contains(pod.getStatus().getPhase());
  }

  static boolean isPhase(Pod pod, String phase) {
    return phase.equals(pod.getStatus().getPhase());
  }

  static int restarts(Pod pod) {
    return statuses(pod).stream().mapToInt(ContainerStatus::getRestartCount).sum();
  }

  static List<ContainerStatus> statuses(Pod pod) {
    return pod.getStatus().getContainerStatuses();
  }

  /** The identifier that the runtime knows the only container by. */
  static String containerId(Pod pod) {
    return statuses(pod).getFirst().getContainerID().replaceFirst("^[a-z]+://", "");
  }
}
