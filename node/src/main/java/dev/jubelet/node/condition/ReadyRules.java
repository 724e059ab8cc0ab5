package dev.jubelet.node.condition;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Whether the node can run pods, and why not. Pure. */
final class ReadyRules {
  private static final String READY_MESSAGE = "kubelet is posting ready status";

  /** The answer with its words. */
  record Verdict(boolean ready, String reason, String message) {}

  private ReadyRules() {}

  /** {@code capacity} names the resources that the node has. */
  static Verdict judge(NodeHealth health, Set<String> capacity) {
    Set<String> problems = new LinkedHashSet<>(health.problems());
    List<String> missing = new ArrayList<>(health.requiredResources());
    missing.removeAll(capacity);
    if (!missing.isEmpty()) {
      problems.add("missing node capacity for resources: " + String.join(", ", missing));
    }
    String warning = health.warning().map(text -> ". WARNING: " + text).orElse("");
    return problems.isEmpty()
        ? new Verdict(true, "KubeletReady", READY_MESSAGE + warning)
        : new Verdict(false, "KubeletNotReady", joined(problems) + warning);
  }

  private static String joined(Set<String> problems) {
    String all = String.join(", ", problems);
    return problems.size() == 1 ? all : "[" + all + "]";
  }
}
