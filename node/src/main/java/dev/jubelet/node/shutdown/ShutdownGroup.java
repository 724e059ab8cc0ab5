package dev.jubelet.node.shutdown;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;

/** Pods that end together, after those of lower priority and before those of higher. */
record ShutdownGroup(PriorityGrace grace, List<Pod> pods) {
  ShutdownGroup {
    pods = List.copyOf(pods);
  }

  /** How long the groups after this one wait for it. */
  Duration patience() {
    return Duration.ofSeconds(grace.graceSeconds());
  }

  /** What the pod asks for, but not more than its group has. */
  long graceSecondsOf(Pod pod) {
    Long own = pod.getSpec().getTerminationGracePeriodSeconds();
    return own == null ? grace.graceSeconds() : Math.min(own, grace.graceSeconds());
  }
}
