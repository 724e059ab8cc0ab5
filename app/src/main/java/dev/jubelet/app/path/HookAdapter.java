package dev.jubelet.app.path;

import dev.jubelet.pod.actuate.LifecycleHooks;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.probe.hook.HookOutcome;
import dev.jubelet.probe.hook.HookRunner;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

/**
 * Hooks as the actuator wants them.
 *
 * <p>Thread: the lanes.
 */
record HookAdapter(HookRunner hooks, List<String> nodeIps) implements LifecycleHooks {
  @Override
  public Optional<String> postStart(
      Pod pod, ContainerSpec spec, String containerId, List<String> podIps) {
    return problem(hooks.postStart(pod, spec, containerId, reachable(pod, podIps)));
  }

  @Override
  public Optional<String> preStop(
      Pod pod, ContainerSpec spec, String containerId, List<String> podIps) {
    return problem(hooks.preStop(pod, spec, containerId, reachable(pod, podIps)));
  }

  /** A pod on the node's network is reached at the node's addresses. */
  private List<String> reachable(Pod pod, List<String> podIps) {
    return Boolean.TRUE.equals(pod.getSpec().getHostNetwork()) ? nodeIps : podIps;
  }

  private static Optional<String> problem(HookOutcome outcome) {
    return switch (outcome) {
      case HookOutcome.Done done -> Optional.empty();
      case HookOutcome.Failed(String message) -> Optional.of(message);
    };
  }
}
