package dev.jubelet.node.object;

import dev.jubelet.node.status.NodeIdentity;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The node's labels: those it starts with and those it keeps in line. Pure. */
final class NodeLabels {
  private static final String HOSTNAME = "kubernetes.io/hostname";
  private static final String OS = "kubernetes.io/os";
  private static final String ARCH = "kubernetes.io/arch";
  private static final String BETA_OS = "beta.kubernetes.io/os";
  private static final String BETA_ARCH = "beta.kubernetes.io/arch";

  /** Those that a node which registers again brings in line. */
  private static final List<String> KEPT_IN_LINE =
      List.of(
          HOSTNAME,
          "topology.kubernetes.io/zone",
          "topology.kubernetes.io/region",
          "failure-domain.beta.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region",
          "node.kubernetes.io/instance-type",
          "beta.kubernetes.io/instance-type",
          OS,
          ARCH,
          "node.kubernetes.io/windows-build",
          BETA_OS,
          BETA_ARCH);

  private NodeLabels() {}

  /** What the operator gives outranks what the node knows. */
  static Map<String, String> initial(NodeIdentity identity, Map<String, String> given) {
    Map<String, String> labels = new TreeMap<>();
    labels.put(HOSTNAME, identity.name());
    labels.put(OS, identity.os());
    labels.put(ARCH, identity.arch());
    labels.put(BETA_OS, identity.os());
    labels.put(BETA_ARCH, identity.arch());
    labels.putAll(given);
    return labels;
  }

  /** An empty value takes a label away. */
  static Map<String, String> reconciled(Map<String, String> existing, Map<String, String> initial) {
    Map<String, String> labels = new TreeMap<>(existing);
    for (String key : KEPT_IN_LINE) {
      String value = initial.get(key);
      if (value == null) {
        continue;
      }
      if (value.isEmpty()) {
        labels.remove(key);
      } else {
        labels.put(key, value);
      }
    }
    return labels;
  }

  /** With those that no node may be without, whoever took them away. */
  static Map<String, String> asserted(Map<String, String> existing, NodeIdentity identity) {
    Map<String, String> labels = new TreeMap<>(existing);
    labels.put(OS, identity.os());
    labels.put(ARCH, identity.arch());
    return labels;
  }
}
