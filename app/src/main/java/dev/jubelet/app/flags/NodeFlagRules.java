package dev.jubelet.app.flags;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.Problem;
import dev.jubelet.app.config.field.ServerFields;
import dev.jubelet.app.config.value.LabelSyntax;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What flags about the node must satisfy, alone and together with the configuration. */
final class NodeFlagRules {
  private static final Set<String> OWN_LABELS =
      Set.of(
          "kubernetes.io/hostname",
          "kubernetes.io/os",
          "kubernetes.io/arch",
          "beta.kubernetes.io/os",
          "beta.kubernetes.io/arch",
          "beta.kubernetes.io/instance-type",
          "node.kubernetes.io/instance-type",
          "topology.kubernetes.io/zone",
          "topology.kubernetes.io/region",
          "failure-domain.beta.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region");
  private static final List<String> OWN_NAMESPACES =
      List.of("kubelet.kubernetes.io", "node.kubernetes.io");
  private static final List<String> KUBERNETES_NAMESPACES = List.of("kubernetes.io", "k8s.io");

  private NodeFlagRules() {}

  static List<Problem> check(ParsedFlags flags) {
    List<Problem> problems = new ArrayList<>();
    String cloud = flags.get(NodeFlags.CLOUD_PROVIDER);
    if (!cloud.isEmpty() && !cloud.equals("external")) {
      problems.add(
          problem(
              NodeFlags.CLOUD_PROVIDER, "must be empty or \"external\", but is \"" + cloud + "\""));
    }
    if (!isClean(flags.get(NodeFlags.ROOT_DIR))) {
      problems.add(
          problem(
              NodeFlags.ROOT_DIR, "must be a path without \"..\", \"//\" or a slash at its end"));
    }
    if (flags.get(NodeFlags.EXIT_ON_LOCK_CONTENTION) && flags.get(NodeFlags.LOCK_FILE).isEmpty()) {
      problems.add(problem(NodeFlags.EXIT_ON_LOCK_CONTENTION, "needs --lock-file"));
    }
    boolean journal = flags.get(OwnFlags.OFFLINE_JOURNAL);
    if (journal && flags.get(NodeFlags.KUBECONFIG).isEmpty()) {
      problems.add(problem(OwnFlags.OFFLINE_JOURNAL, "needs --kubeconfig"));
    }
    if (!journal && !flags.get(OwnFlags.OFFLINE_JOURNAL_KEY_FILE).isEmpty()) {
      problems.add(problem(OwnFlags.OFFLINE_JOURNAL_KEY_FILE, "needs --offline-journal"));
    }
    flags.get(NodeFlags.NODE_LABELS).forEach((key, value) -> checkLabel(problems, key, value));
    return problems;
  }

  /** Without an API server there is nobody to ask about a token or a call. */
  static List<Problem> checkStandalone(KubeletConfig config) {
    List<Problem> problems = new ArrayList<>();
    if (config.get(ServerFields.TOKEN_WEBHOOK_ENABLED)) {
      problems.add(
          new Problem(
              config.source(ServerFields.TOKEN_WEBHOOK_ENABLED),
              ServerFields.TOKEN_WEBHOOK_ENABLED.path(),
              "must be false, for there is no API server to ask"));
    }
    if (config.get(ServerFields.AUTHORIZATION_MODE).equals("Webhook")) {
      problems.add(
          new Problem(
              config.source(ServerFields.AUTHORIZATION_MODE),
              ServerFields.AUTHORIZATION_MODE.path(),
              "must be AlwaysAllow, for there is no API server to ask"));
    }
    return problems;
  }

  private static boolean isClean(String path) {
    try {
      return !path.isEmpty() && Path.of(path).normalize().toString().equals(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static void checkLabel(List<Problem> problems, String key, String value) {
    if (!LabelSyntax.isKey(key) || !LabelSyntax.isValue(value)) {
      problems.add(
          problem(NodeFlags.NODE_LABELS, "\"" + key + "=" + value + "\" is not a valid label"));
    } else if (isReserved(key)) {
      problems.add(
          problem(
              NodeFlags.NODE_LABELS,
              "\""
                  + key
                  + "\" is reserved; a node may set its own labels only below "
                  + String.join(" or ", OWN_NAMESPACES)));
    }
  }

  private static boolean isReserved(String key) {
    return isBelow(LabelSyntax.prefix(key), KUBERNETES_NAMESPACES)
        && !OWN_LABELS.contains(key)
        && !isBelow(LabelSyntax.prefix(key), OWN_NAMESPACES);
  }

  private static boolean isBelow(String namespace, List<String> parents) {
    return parents.stream()
        .anyMatch(parent -> namespace.equals(parent) || namespace.endsWith("." + parent));
  }

  private static Problem problem(Flag<?> flag, String rule) {
    return new Problem(flag.toString(), "", rule);
  }
}
