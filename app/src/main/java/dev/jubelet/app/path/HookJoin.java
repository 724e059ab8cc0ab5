package dev.jubelet.app.path;

import dev.jubelet.pod.actuate.Hooks;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.probe.hook.HookOutcome;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hooks as the actuator wants them.
 *
 * <p>Thread: the lanes.
 */
record HookJoin(dev.jubelet.probe.hook.Hooks hooks, List<String> nodeIps) implements Hooks {
  private static final Logger log = LoggerFactory.getLogger(HookJoin.class);

  @Override
  public Optional<String> postStart(
      Pod pod, ContainerSpec spec, String containerId, List<String> podIps) {
    return problem(pod, spec, hooks.postStart(pod, spec, containerId, reachable(pod, podIps)));
  }

  @Override
  public Optional<String> preStop(
      Pod pod, ContainerSpec spec, String containerId, List<String> podIps, Duration atMost) {
    return problem(
        pod, spec, hooks.preStop(pod, spec, containerId, reachable(pod, podIps), atMost));
  }

  /** A pod on the node's network is reached at the node's addresses. */
  private List<String> reachable(Pod pod, List<String> podIps) {
    return Boolean.TRUE.equals(pod.getSpec().getHostNetwork()) ? nodeIps : podIps;
  }

  private static Optional<String> problem(Pod pod, ContainerSpec spec, HookOutcome outcome) {
    return switch (outcome) {
      case HookOutcome.Done done -> Optional.empty();
      case HookOutcome.Failed(String message) -> Optional.of(message);
      case HookOutcome.OutOfTime late -> {
        log.atWarn()
            .addKeyValue("pod", PodKey.of(pod))
            .addKeyValue("container", spec.name())
            .log("A preStop hook was not done within the grace period");
        yield Optional.empty();
      }
    };
  }
}
