package dev.jubelet.node.object;

import java.util.Map;
import java.util.TreeMap;

/** The node's annotations. Pure. */
final class NodeAnnotations {
  private static final String ATTACH_DETACH =
      "volumes.kubernetes.io/controller-managed-attach-detach";
  private static final String PROVIDED_IP = "alpha.kubernetes.io/provided-node-ip";

  private NodeAnnotations() {}

  static Map<String, String> initial(RegistrationSettings settings) {
    Map<String, String> annotations = new TreeMap<>();
    if (settings.controllerAttachDetach()) {
      annotations.put(ATTACH_DETACH, "true");
    }
    return provided(annotations, settings);
  }

  /** Who attaches volumes is decided anew by each start of the agent. */
  static Map<String, String> reconciled(Map<String, String> existing, Map<String, String> initial) {
    return with(existing, ATTACH_DETACH, initial.getOrDefault(ATTACH_DETACH, ""));
  }

  /** Tells a cloud controller which addresses the operator wants. */
  static Map<String, String> provided(Map<String, String> existing, RegistrationSettings settings) {
    return settings.externalCloud() ? with(existing, PROVIDED_IP, settings.ips().text()) : existing;
  }

  /** An empty value takes the annotation away. */
  private static Map<String, String> with(Map<String, String> existing, String key, String value) {
    Map<String, String> annotations = new TreeMap<>(existing);
    if (value.isEmpty()) {
      annotations.remove(key);
    } else {
      annotations.put(key, value);
    }
    return annotations;
  }
}
