package dev.jubelet.resource.eviction;

import dev.jubelet.pod.model.PodVerdict;

/**
 * The end of a pod that used too much.
 *
 * @param message why, as it stands in the pod's status and in its event
 */
public record Eviction(EvictionSignal signal, String message) {
  public static final String REASON = "Evicted";

  /** What the pod has used is lost anyway, and it should not use more. */
  public static final long GRACE_SECONDS = 1;

  /** A pod that broke its own limit is not the victim of a disruption. */
  public PodVerdict.Failed verdict() {
    return PodVerdict.Failed.unlessSucceeded(REASON, message, null);
  }
}
