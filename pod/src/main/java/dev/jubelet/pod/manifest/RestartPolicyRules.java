package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerRestartRule;
import io.fabric8.kubernetes.api.model.ContainerRestartRuleOnExitCodes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The API's rules for a container's own restart policy and its rules by exit code. */
final class RestartPolicyRules {
  private static final List<String> POLICIES = List.of("Always", "Never", "OnFailure");
  private static final List<String> ACTIONS = List.of("Restart", "RestartAllContainers");
  private static final List<String> OPERATORS = List.of("In", "NotIn");
  private static final int MOST_RULES = 20;
  private static final int MOST_VALUES = 255;

  private RestartPolicyRules() {}

  static void check(Container container, String path, Problems problems) {
    List<ContainerRestartRule> rules = container.getRestartPolicyRules();
    if (container.getRestartPolicy() == null && !rules.isEmpty()) {
      problems.required(
          path + ".restartPolicy", "must specify restartPolicy when restart rules are used");
    }
    problems.oneOf(path + ".restartPolicy", container.getRestartPolicy(), POLICIES);
    problems.atMost(path + ".restartPolicyRules", rules.size(), MOST_RULES);
    for (int i = 0; i < rules.size(); i++) {
      rule(rules.get(i), path + ".restartPolicyRules[" + i + "]", problems);
    }
  }

  private static void rule(ContainerRestartRule rule, String path, Problems problems) {
    problems.oneOf(path + ".action", orEmpty(rule.getAction()), ACTIONS);
    ContainerRestartRuleOnExitCodes codes = rule.getExitCodes();
    if (codes == null) {
      problems.required(path + ".exitCodes", "must be specified");
      return;
    }
    problems.oneOf(path + ".exitCodes.operator", orEmpty(codes.getOperator()), OPERATORS);
    problems.atMost(path + ".exitCodes.values", codes.getValues().size(), MOST_VALUES);
  }

  /** A missing word is as wrong as an unknown one. */
  private static String orEmpty(@Nullable String word) {
    return word == null ? "" : word;
  }
}
