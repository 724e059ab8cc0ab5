package dev.jubelet.pod.spec;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerRestartRule;
import io.fabric8.kubernetes.api.model.ContainerRestartRuleOnExitCodes;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a container runs again after it ended. A container's own rules come first, then its own
 * policy, then the pod's; no policy means Always. Pure.
 */
public final class RestartRules {
  private static final String RESTART = "Restart";
  private static final String RESTART_ALL = "RestartAllContainers";

  private RestartRules() {}

  /** Whether the container is to be started now or soon: it never ran, or may run again. */
  public static boolean shouldStart(Pod pod, ContainerSpec spec, ObservedPod observed) {
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      return false;
    }
    return observed
        .current(spec.name())
        .map(
            c ->
                switch (c.state()) {
                  case RUNNING -> false;
                  case CREATED, UNKNOWN -> true;
                  case EXITED -> observed.isReplaced(c) || afterExit(pod, spec, c.exitCode());
                })
        .orElse(true);
  }

  /** Whether a container that ended with this exit code runs again. */
  public static boolean afterExit(Pod pod, ContainerSpec spec, int exitCode) {
    String own = spec.container().getRestartPolicy();
    if (own == null) {
      return byPolicy(pod.getSpec().getRestartPolicy(), exitCode);
    }
    Optional<String> action = ruleAction(spec.container(), exitCode);
    if (action.filter(a -> a.equals(RESTART) || a.equals(RESTART_ALL)).isPresent()) {
      return true;
    }
    return byPolicy(own, exitCode);
  }

  /**
   * Whether a container that the agent itself stops runs again. It has no exit code of its own, so
   * its rules have no say.
   */
  public static boolean afterKill(Pod pod, ContainerSpec spec) {
    String own = spec.container().getRestartPolicy();
    return own == null ? podRestartsOnFailure(pod) : !own.equals("Never");
  }

  public static boolean podRestartsOnFailure(Pod pod) {
    return !"Never".equals(pod.getSpec().getRestartPolicy());
  }

  /** Whether a container ended in a way that starts every container of the pod anew. */
  public static boolean restartsAll(Pod pod, ObservedPod observed) {
    return withRules(pod)
        .anyMatch(
            spec ->
                observed
                    .current(spec.name())
                    .filter(c -> isSourceOfRestartOfAll(spec, c))
                    .isPresent());
  }

  /** Whether this container is one whose end starts every container of the pod anew. */
  public static boolean isSourceOfRestartOfAll(ContainerSpec spec, ObservedContainer container) {
    return container.state() == ObservedContainer.State.EXITED
        && ruleAction(spec.container(), container.exitCode())
            .filter(RESTART_ALL::equals)
            .isPresent();
  }

  /** Whether some rule of the pod's containers may start all of them anew. */
  public static boolean mayRestartAll(Pod pod) {
    return withRules(pod)
        .flatMap(spec -> rules(spec.container()).stream())
        .anyMatch(rule -> RESTART_ALL.equals(rule.getAction()));
  }

  private static Stream<ContainerSpec> withRules(Pod pod) {
    return Stream.concat(ContainerSpec.init(pod).stream(), ContainerSpec.regular(pod).stream());
  }

  private static boolean byPolicy(@Nullable String policy, int exitCode) {
    return switch (policy) {
      case "Never" -> false;
      case "OnFailure" -> exitCode != 0;
      case null, default -> true;
    };
  }

  private static Optional<String> ruleAction(Container container, int exitCode) {
    return rules(container).stream()
        .filter(rule -> matches(rule.getExitCodes(), exitCode))
        .map(ContainerRestartRule::getAction)
        .findFirst();
  }

  private static List<ContainerRestartRule> rules(Container container) {
    List<ContainerRestartRule> rules = container.getRestartPolicyRules();
    return rules == null ? List.of() : rules;
  }

  private static boolean matches(@Nullable ContainerRestartRuleOnExitCodes codes, int exitCode) {
    if (codes == null) {
      return false;
    }
    boolean listed = codes.getValues().contains(exitCode);
    return switch (codes.getOperator()) {
      case "In" -> listed;
      case "NotIn" -> !listed;
      case null, default -> false;
    };
  }
}
