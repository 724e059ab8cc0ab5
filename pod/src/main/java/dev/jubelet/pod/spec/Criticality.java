package dev.jubelet.pod.spec;

import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.SourceKind;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;

/** Which pods the node cannot do without. */
public final class Criticality {
  private static final int SYSTEM_PRIORITY = 2_000_000_000;
  private static final String NODE_CRITICAL_CLASS = "system-node-critical";

  private Criticality() {}

  /** Read from a manifest on this node and not from the API. */
  public static boolean isStatic(Pod pod) {
    String source = annotation(pod, Annotations.SOURCE);
    return !source.isEmpty() && !source.equals(SourceKind.API.wireName());
  }

  public static boolean isMirror(Pod pod) {
    return !annotation(pod, Annotations.MIRROR).isEmpty();
  }

  public static boolean isCritical(Pod pod) {
    Integer priority = pod.getSpec().getPriority();
    return isStatic(pod) || isMirror(pod) || (priority != null && priority >= SYSTEM_PRIORITY);
  }

  public static boolean isNodeCritical(Pod pod) {
    return isCritical(pod) && NODE_CRITICAL_CLASS.equals(pod.getSpec().getPriorityClassName());
  }

  private static String annotation(Pod pod, String name) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    return annotations == null ? "" : annotations.getOrDefault(name, "");
  }
}
