package dev.jubelet.resource.eviction.pressure;

import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.resource.eviction.Eviction;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;

/**
 * The end of a pod for what its node lacks.
 *
 * @param annotations of the event that tells of it
 */
public record PressureEviction(
    Pod pod, NodeSignal signal, String message, Map<String, String> annotations, long grace) {
  public PressureEviction {
    annotations = Map.copyOf(annotations);
  }

  /** The pod is the victim of a disruption. */
  public PodVerdict.Failed verdict() {
    return PodVerdict.Failed.unlessSucceeded(Eviction.REASON, message, message);
  }
}
