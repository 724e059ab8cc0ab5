package dev.jubelet.pod.spec;

import java.util.Set;

/** The wire names of a pod's conditions that this agent writes; all others are somebody else's. */
public final class PodConditions {
  public static final String RESIZE_PENDING = "PodResizePending";
  public static final String RESIZE_IN_PROGRESS = "PodResizeInProgress";

  /** Others write it too: whoever ends a pod before its time. */
  public static final String DISRUPTION = "DisruptionTarget";

  public static final String RESTARTING_ALL = "AllContainersRestarting";

  public static final Set<String> OURS =
      Set.of(
          RESIZE_PENDING,
          RESIZE_IN_PROGRESS,
          DISRUPTION,
          "PodReadyToStartContainers",
          "Initialized",
          "Ready",
          "ContainersReady",
          "PodScheduled",
          RESTARTING_ALL);

  private PodConditions() {}
}
