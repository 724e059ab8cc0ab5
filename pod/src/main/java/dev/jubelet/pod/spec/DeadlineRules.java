package dev.jubelet.pod.spec;

import dev.jubelet.pod.model.PodVerdict;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.Optional;

/** When a pod has been active for as long as its spec allows. Pure. */
public final class DeadlineRules {
  /** The verdict on a pod whose deadline has passed. */
  public static final PodVerdict.Failed EXCEEDED =
      new PodVerdict.Failed(
          "DeadlineExceeded",
          "Pod was active on the node longer than the specified deadline",
          null);

  private DeadlineRules() {}

  /** Empty when the spec sets no deadline or the pod has not begun. */
  public static Optional<Instant> deadline(Pod pod, PodStatus status) {
    Long seconds = pod.getSpec().getActiveDeadlineSeconds();
    return seconds == null || status.getStartTime() == null
        ? Optional.empty()
        : Optional.of(Instant.parse(status.getStartTime()).plusSeconds(seconds));
  }

  public static boolean isExceeded(Pod pod, PodStatus status, Instant now) {
    return deadline(pod, status).filter(end -> !now.isBefore(end)).isPresent();
  }
}
