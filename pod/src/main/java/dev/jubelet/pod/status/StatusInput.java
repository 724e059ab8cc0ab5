package dev.jubelet.pod.status;

import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.ProbeResults;
import dev.jubelet.pod.model.StartError;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Everything a status is made from. {@code startErrors} are the last failures to start, by
 * container name. {@code previous} is the status built before; null when this is the first since
 * the agent came up, and then the API server's copy stands in.
 */
public record StatusInput(
    Pod pod,
    ObservedPod observed,
    Map<String, StartError> startErrors,
    ProbeResults probes,
    @Nullable PodStatus previous,
    PodVerdict verdict,
    StatusNode node) {

  public StatusInput {
    startErrors = Map.copyOf(startErrors);
  }

  PodStatus old() {
    return previous == null ? inApi() : previous;
  }

  PodStatus inApi() {
    return Objects.requireNonNullElseGet(pod.getStatus(), PodStatus::new);
  }
}
