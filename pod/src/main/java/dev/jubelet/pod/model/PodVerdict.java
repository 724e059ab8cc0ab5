package dev.jubelet.pod.model;

import org.jspecify.annotations.Nullable;

/** What the worker has decided about a pod, beyond what its containers show. */
public sealed interface PodVerdict {

  /** Nothing: the containers tell the phase. */
  record Undecided() implements PodVerdict {}

  /** Everything was stopped for good: the exit codes tell the phase, whatever the policy. */
  record Stopped() implements PodVerdict {}

  /**
   * The pod has failed, e.g. by its deadline or by eviction. {@code disruption} is the message of
   * the condition DisruptionTarget; null when the end is not a disruption.
   */
  record Failed(String reason, String message, @Nullable String disruption) implements PodVerdict {}

  PodVerdict UNDECIDED = new Undecided();
  PodVerdict STOPPED = new Stopped();
}
