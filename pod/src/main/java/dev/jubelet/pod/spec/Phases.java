package dev.jubelet.pod.spec;

import io.fabric8.kubernetes.api.model.Pod;
import org.jspecify.annotations.Nullable;

/** The wire words of a pod's phase. */
public final class Phases {
  public static final String PENDING = "Pending";
  public static final String RUNNING = "Running";
  public static final String SUCCEEDED = "Succeeded";
  public static final String FAILED = "Failed";

  private static final String EVICTED = "Evicted";

  private Phases() {}

  public static boolean isTerminal(@Nullable String phase) {
    return SUCCEEDED.equals(phase) || FAILED.equals(phase);
  }

  /** Whether the pod's source says that it is over. */
  public static boolean isOver(Pod pod) {
    return pod.getStatus() != null && isTerminal(pod.getStatus().getPhase());
  }

  /** Whether the pod's source says that a node could not keep it. */
  public static boolean isEvicted(Pod pod) {
    return isOver(pod)
        && FAILED.equals(pod.getStatus().getPhase())
        && EVICTED.equals(pod.getStatus().getReason());
  }
}
