package dev.jubelet.pod.model;

import org.jspecify.annotations.Nullable;

/** What the worker has decided about a pod, beyond what its containers show. */
public sealed interface PodVerdict {

  /** Nothing: the containers tell the phase. */
  record Undecided() implements PodVerdict {}

  /** Everything was stopped for good: the exit codes tell the phase, whatever the policy. */
  record Stopped() implements PodVerdict {}

  /**
   * The pod has failed, e.g. by its deadline or by eviction.
   *
   * @param disruption the message of the condition DisruptionTarget; null when the end is not a
   *     disruption
   * @param unlessSucceeded whether the pod has succeeded all the same when each of its containers
   *     ends well on being told to end
   */
  record Failed(String reason, String message, @Nullable String disruption, boolean unlessSucceeded)
      implements PodVerdict {

    /** For good. */
    public Failed(String reason, String message, @Nullable String disruption) {
      this(reason, message, disruption, false);
    }

    /** Of a pod that is ended for the sake of the node or of other pods. */
    public static Failed unlessSucceeded(
        String reason, String message, @Nullable String disruption) {
      return new Failed(reason, message, disruption, true);
    }
  }

  PodVerdict UNDECIDED = new Undecided();
  PodVerdict STOPPED = new Stopped();
}
