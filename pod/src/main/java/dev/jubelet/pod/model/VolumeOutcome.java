package dev.jubelet.pod.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether the volumes of a pod can be mounted into its containers. */
public sealed interface VolumeOutcome {
  String FAILED_MOUNT = "FailedMount";

  /** A device could not be had. */
  String FAILED_MAP = "FailedMapVolume";

  /**
   * They can.
   *
   * @param hostPaths the path on the host of each volume, by the volume's name
   * @param relabelled the names of those, of more than the agent's own, in which the runtime may
   *     change SELinux labels
   */
  record Ready(Map<String, Path> hostPaths, Set<String> relabelled) implements VolumeOutcome {
    public Ready {
      hostPaths = Map.copyOf(hostPaths);
      relabelled = Set.copyOf(relabelled);
    }

    public Ready(Map<String, Path> hostPaths) {
      this(hostPaths, Set.of());
    }
  }

  /** Nothing is wrong, but somebody else has to do a part first, and tells when it is done. */
  record Waiting(String message) implements VolumeOutcome {}

  /** They never can on this node: the pod fails for this reason. */
  record Refused(String reason, String message) implements VolumeOutcome {}

  /** They cannot, for now. */
  record NotReady(List<Problem> problems) implements VolumeOutcome {
    public NotReady {
      problems = List.copyOf(problems);
    }

    public NotReady(String reason, String message) {
      this(List.of(new Problem(reason, message)));
    }

    public NotReady(String message) {
      this(FAILED_MOUNT, message);
    }

    /** All problems in one line. */
    public String message() {
      return problems.stream().map(Problem::message).collect(Collectors.joining("; "));
    }
  }

  /**
   * What stands in the way of a volume, or of several.
   *
   * @param reason of the event that tells it
   */
  record Problem(String reason, String message) {}
}
