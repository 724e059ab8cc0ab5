package dev.jubelet.volume;

import dev.jubelet.pod.model.VolumeOutcome;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What came of making one volume of a pod ready, under the name that the pod has for it. */
sealed interface VolumeAttempt {
  /** It is there; {@code relabelled} is whether the runtime may change SELinux labels in it. */
  record Succeeded(String volume, Path path, boolean relabelled) implements VolumeAttempt {}

  /** It is not; {@code message} is what events say of it. */
  record Failed(String volume, Exception cause, String message) implements VolumeAttempt {}

  /** What becomes of a pod with these. */
  static VolumeOutcome outcome(List<VolumeAttempt> attempts) {
    Map<String, Path> ready = new HashMap<>();
    Set<String> relabelled = new HashSet<>();
    VolumeFailures failures = new VolumeFailures();
    for (VolumeAttempt attempt : attempts) {
      switch (attempt) {
        case Succeeded(String volume, Path path, boolean supportsSelinuxRelabel) -> {
          ready.put(volume, path);
          if (supportsSelinuxRelabel) {
            relabelled.add(volume);
          }
        }
        case Failed(String volume, Exception cause, String message) ->
            failures.add(volume, cause, message);
      }
    }
    return failures.outcome(new VolumeOutcome.Ready(ready, relabelled));
  }
}
