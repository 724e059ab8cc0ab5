package dev.jubelet.it.chaos;

import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;

/** The states in which a pod may be left alone. */
enum Outcome {
  READY,
  RESTARTING,
  SUCCEEDED,
  FAILED;

  boolean holds(Pod pod) {
    return switch (this) {
      case READY -> TestNode.isReady(pod) && "Running".equals(pod.getStatus().getPhase());
      case RESTARTING ->
          pod.getStatus().getContainerStatuses().stream().anyMatch(c -> c.getRestartCount() > 0);
      case SUCCEEDED -> "Succeeded".equals(pod.getStatus().getPhase());
      case FAILED -> "Failed".equals(pod.getStatus().getPhase());
    };
  }
}
