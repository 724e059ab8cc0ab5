package dev.jubelet.volume;

import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.volume.disk.VolumeException;
import java.util.ArrayList;
import java.util.List;

/**
 * What went wrong with the volumes of one pod, and what becomes of the pod. Thread: one. Owns: what
 * was added.
 */
final class VolumeTroubles {
  private static final String OVER_LIMIT = "VolumeAttachmentLimitExceeded";

  private final List<String> messages = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();
  private final List<String> unattached = new ArrayList<>();
  private final List<String> unprocessed = new ArrayList<>();
  private boolean waiting = true;
  private boolean mapping = true;
  private boolean overLimit;

  /** {@code message} is what is said of the volume. */
  void add(String volume, Exception trouble, String message) {
    messages.add(message);
    missing.add(volume);
    boolean waits = trouble instanceof VolumeException v && v.isWaiting();
    boolean tooMany = trouble instanceof VolumeException v && v.isOverLimit();
    waiting &= waits;
    overLimit |= tooMany;
    mapping &= trouble instanceof VolumeException v && v.isMapping();
    if (waits || tooMany) {
      unattached.add(volume);
    }
    if (trouble instanceof VolumeException v && v.isUnprocessed()) {
      unprocessed.add(volume);
    }
  }

  /** {@code ready} are those with which nothing went wrong. */
  VolumeOutcome outcome(VolumeOutcome.Ready ready) {
    if (messages.isEmpty()) {
      return ready;
    }
    String all = String.join("; ", messages);
    if (overLimit) {
      return new VolumeOutcome.Refused(
          OVER_LIMIT,
          "Node has reached its volume attachment limit, rejecting pod. " + lists() + all);
    }
    if (!unprocessed.isEmpty()) {
      return new VolumeOutcome.NotReady("Unable to attach or mount volumes: " + lists() + all);
    }
    if (waiting) {
      return new VolumeOutcome.Waiting(all);
    }
    return mapping
        ? new VolumeOutcome.NotReady(VolumeOutcome.FAILED_MAP, all)
        : new VolumeOutcome.NotReady(all);
  }

  private String lists() {
    return "unmounted volumes=%s, unattached volumes=%s, failed to process volumes=%s: "
        .formatted(list(missing), list(unattached), list(unprocessed));
  }

  private static String list(List<String> names) {
    return "[" + String.join(" ", names.stream().sorted().toList()) + "]";
  }
}
