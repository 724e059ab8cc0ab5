package dev.jubelet.pod.worker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What others want of a pod's lane. Only the newest wish counts; the wish to end the pod is never
 * taken back.
 *
 * <p>Thread: written by any, read by the lane.
 */
final class Mailbox {

  /**
   * All wishes at one moment. {@code pod} is null for a pod that only the runtime knows; {@code
   * changedAt} is the time of the newest change the runtime told of; {@code restart} is the pod to
   * run again, once this one has ended.
   */
  record Wish(
      @Nullable Pod pod,
      boolean removed,
      @Nullable Long graceOverride,
      @Nullable Instant changedAt,
      @Nullable Pod restart) {

    boolean mustEnd() {
      return removed || pod == null || pod.getMetadata().getDeletionTimestamp() != null;
    }
  }

  @GuardedBy("this")
  private Wish wish;

  Mailbox(Wish first) {
    wish = first;
  }

  synchronized Wish read() {
    return wish;
  }

  /** Takes a newer spec; for a pod that is on its way out it becomes the wish to run it again. */
  synchronized void update(Pod pod) {
    wish =
        wish.removed()
            ? new Wish(wish.pod(), true, wish.graceOverride(), wish.changedAt(), pod)
            : new Wish(pod, false, wish.graceOverride(), wish.changedAt(), null);
  }

  synchronized void remove(@Nullable Long graceOverride) {
    Long current = wish.graceOverride();
    Long shorter =
        current == null || (graceOverride != null && graceOverride < current)
            ? graceOverride
            : current;
    wish = new Wish(wish.pod(), true, shorter, wish.changedAt(), null);
  }

  synchronized void runtimeChanged(Instant at) {
    Instant before = wish.changedAt();
    if (before == null || at.isAfter(before)) {
      wish = new Wish(wish.pod(), wish.removed(), wish.graceOverride(), at, wish.restart());
    }
  }
}
