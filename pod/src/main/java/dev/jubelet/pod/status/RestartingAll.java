package dev.jubelet.pod.status;

import dev.jubelet.pod.spec.PodConditions;
import dev.jubelet.pod.spec.RestartRules;

/** Whether every container of a pod is being started anew, and the words for it. Pure. */
final class RestartingAll {
  static final String CONDITION = PodConditions.RESTARTING_ALL;
  static final String REASON = "RestartingAllContainers";
  static final String MESSAGE = "The container is removed because RestartAllContainers in place";

  private RestartingAll() {}

  /** The one whose end caused it is removed last, so it tells that the clearing goes on. */
  static boolean isClearing(StatusInput in) {
    return RestartRules.restartsAll(in.pod(), in.observed());
  }

  /** While the clearing goes on, and in the status after it. */
  static boolean isUnderWay(StatusInput in) {
    return isClearing(in) || StatusLookup.isTrue(in.old().getConditions(), CONDITION);
  }
}
