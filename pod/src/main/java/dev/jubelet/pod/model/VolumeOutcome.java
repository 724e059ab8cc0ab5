package dev.jubelet.pod.model;

import java.nio.file.Path;
import java.util.Map;

/** Whether the volumes of a pod can be mounted into its containers. */
public sealed interface VolumeOutcome {

  /** They can: the path on the host of each volume, by the volume's name. */
  record Ready(Map<String, Path> hostPaths) implements VolumeOutcome {
    public Ready {
      hostPaths = Map.copyOf(hostPaths);
    }
  }

  /** Nothing is wrong, but somebody else has to do a part first, and tells when it is done. */
  record Waiting(String message) implements VolumeOutcome {}

  /** They cannot, for now. */
  record NotReady(String message) implements VolumeOutcome {}
}
