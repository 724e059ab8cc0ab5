package dev.jubelet.volume;

import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.volume.disk.VolumeException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What went wrong with the volumes of one pod, and what becomes of the pod. Thread: one. Owns: what
 * was added.
 */
final class VolumeFailures {
  static final String UNABLE = "Unable to attach or mount volumes: ";

  private static final String OVER_LIMIT = "VolumeAttachmentLimitExceeded";

  private final List<VolumeFailure> failures = new ArrayList<>();

  private enum Kind {
    FAILED,
    /** It is not even known what the volume is. */
    UNPROCESSED,
    WAITING,
    OVER_LIMIT
  }

  private record VolumeFailure(String volume, Kind kind, String reason, String message) {}

  /** {@code message} is what is said of the volume. */
  void add(String volume, Exception cause, String message) {
    boolean mapping = cause instanceof VolumeException v && v.isMapping();
    failures.add(
        new VolumeFailure(
            volume,
            kind(cause),
            mapping ? VolumeOutcome.FAILED_MAP : VolumeOutcome.FAILED_MOUNT,
            message));
  }

  private static Kind kind(Exception cause) {
    if (!(cause instanceof VolumeException v)) {
      return Kind.FAILED;
    }
    if (v.isWaiting()) {
      return Kind.WAITING;
    }
    if (v.isOverLimit()) {
      return Kind.OVER_LIMIT;
    }
    return v.isUnprocessed() ? Kind.UNPROCESSED : Kind.FAILED;
  }

  /** {@code ready} are those with which nothing went wrong. */
  VolumeOutcome outcome(VolumeOutcome.Ready ready) {
    if (failures.isEmpty()) {
      return ready;
    }
    if (has(Kind.OVER_LIMIT)) {
      return new VolumeOutcome.Refused(
          OVER_LIMIT,
          "Node has reached its volume attachment limit, rejecting pod. " + overview(all()));
    }
    if (!has(Kind.FAILED) && !has(Kind.UNPROCESSED)) {
      return new VolumeOutcome.Waiting(messages(all()));
    }
    return new VolumeOutcome.NotReady(problems());
  }

  /** One for each volume that failed, and one for all of which it is not known what they are. */
  private List<VolumeOutcome.Problem> problems() {
    List<VolumeOutcome.Problem> problems = new ArrayList<>();
    for (VolumeFailure failure : of(Kind.FAILED)) {
      problems.add(new VolumeOutcome.Problem(failure.reason(), failure.message()));
    }
    if (has(Kind.UNPROCESSED)) {
      problems.add(
          new VolumeOutcome.Problem(
              VolumeOutcome.FAILED_MOUNT, UNABLE + overview(of(Kind.UNPROCESSED))));
    }
    return problems;
  }

  private boolean has(Kind kind) {
    return !of(kind).isEmpty();
  }

  private List<VolumeFailure> of(Kind... kinds) {
    return failures.stream().filter(failure -> List.of(kinds).contains(failure.kind())).toList();
  }

  private List<VolumeFailure> all() {
    return of(Kind.values());
  }

  private String overview(List<VolumeFailure> reported) {
    return "unmounted volumes=%s, unattached volumes=%s, failed to process volumes=%s: %s"
        .formatted(
            names(all()),
            names(of(Kind.WAITING, Kind.OVER_LIMIT)),
            names(of(Kind.UNPROCESSED)),
            messages(reported));
  }

  private static String messages(List<VolumeFailure> failures) {
    return failures.stream().map(VolumeFailure::message).collect(Collectors.joining("; "));
  }

  private static String names(List<VolumeFailure> failures) {
    return failures.stream()
        .map(VolumeFailure::volume)
        .sorted()
        .collect(Collectors.joining(" ", "[", "]"));
  }
}
