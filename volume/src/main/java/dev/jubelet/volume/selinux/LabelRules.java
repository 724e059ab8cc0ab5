package dev.jubelet.volume.selinux;

import dev.jubelet.pod.spec.Containers;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import java.util.List;
import java.util.Set;

/** With which label a volume is mounted for a pod. Pure. */
final class LabelRules {
  private static final String ONE_POD = "ReadWriteOncePod";

  private LabelRules() {}

  /** What is decided. */
  sealed interface Decision {}

  /**
   * @param wanted the label that the pod would have the volume mounted with; empty for none
   * @param label the one that it is mounted with; empty for none
   */
  record Chosen(String wanted, String label) implements Decision {}

  /** Containers of the pod want different ones. */
  record Conflict(Set<String> labels) implements Decision {}

  /**
   * @param labels those that the containers need
   * @param supportsSelinuxMount whether the plugin of the volume can be mounted with one
   * @param allowed whether a volume like this may be, see {@link #isAllowed}
   */
  static Decision decide(
      Pod pod, Set<String> labels, boolean supportsSelinuxMount, boolean allowed) {
    if (labels.size() > 1) {
      return new Conflict(labels);
    }
    String wanted =
        labels.isEmpty() || !supportsSelinuxMount || isRecursive(pod)
            ? ""
            : labels.iterator().next();
    return new Chosen(wanted, allowed ? wanted : "");
  }

  /** The pod wants each file changed, as it always was: then pods may share the volume. */
  private static boolean isRecursive(Pod pod) {
    PodSecurityContext context = pod.getSpec().getSecurityContext();
    return context != null && "Recursive".equals(context.getSeLinuxChangePolicy());
  }

  /**
   * Volumes that only one pod can have, or with the feature for it all persistent ones.
   *
   * @param allAccessModes whether that feature is on
   */
  static boolean isAllowed(VolumeSpec volume, boolean allAccessModes) {
    return volume.bound().isPresent() && (allAccessModes || volume.isForOnePod());
  }

  /** The name in metrics for who may have the volume; of several modes the widest. */
  static String modeName(VolumeSpec volume) {
    if (volume.bound().isEmpty()) {
      return "inline";
    }
    List<String> modes = modes(volume);
    if (modes.contains("ReadWriteMany")) {
      return "RWX";
    }
    if (modes.contains("ReadOnlyMany")) {
      return "ROX";
    }
    if (modes.contains("ReadWriteOnce")) {
      return "RWO";
    }
    return modes.contains(ONE_POD) ? "RWOP" : "";
  }

  private static List<String> modes(VolumeSpec volume) {
    return volume
        .bound()
        .map(bound -> Containers.orEmpty(bound.volume().getSpec().getAccessModes()))
        .orElse(List.of());
  }
}
