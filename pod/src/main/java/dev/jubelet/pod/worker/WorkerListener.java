package dev.jubelet.pod.worker;

import dev.jubelet.pod.model.ActuationOutcome;
import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;

/** Counts and times what pod workers do. Called on the lanes; must not block. */
public interface WorkerListener {

  /** A pass over a pod that is to run begins. */
  default void syncing(Pod pod) {}

  /** Containers were started, or failed to start. */
  default void actuated(Pod pod, ActuationOutcome outcome) {}

  default void reported(Pod pod, ObservedPod observed, PodStatus status) {}

  /** The node turned out not to be able to run a pod that it had admitted. */
  default void rejected(Pod pod, Admission.Rejected rejected) {}

  /** A pod that only the runtime knows is ended. */
  default void orphanFound() {}

  /**
   * Volumes and cgroups of the pod were cleaned up; {@code left} says that some are still there.
   */
  default void cleanedUp(PodUid uid, boolean left) {}

  /** The pod is gone with all its containers. */
  default void gone(PodUid uid) {}

  /** A step of the pod's lane has ended. */
  default void stepped(StepKind kind, Duration took) {}
}
