package dev.jubelet.pod.status;

import dev.jubelet.pod.model.ContainerKind;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ObservedContainer;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Probe;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether a container has started and is ready. Ephemeral containers are neither. Pure. */
final class ReadinessRules {

  private ReadinessRules() {}

  static void apply(StatusInput in, ContainerSpec spec, ContainerStatus status) {
    status.setReady(false);
    if (spec.kind() == ContainerKind.EPHEMERAL) {
      return;
    }
    boolean started = passes(in, spec.container().getStartupProbe(), in.probes().started(), status);
    status.setStarted(started);
    status.setReady(
        spec.kind() == ContainerKind.INIT
            ? ContainerStates.hasSucceeded(status.getState())
            : started
                && passes(in, spec.container().getReadinessProbe(), in.probes().ready(), status));
  }

  private static boolean passes(
      StatusInput in, @Nullable Probe probe, Set<String> passed, ContainerStatus status) {
    if (!ContainerStates.isRunning(status.getState())) {
      return false;
    }
    return probe == null
        || in.observed()
            .current(status.getName())
            .map(ObservedContainer::id)
            .filter(passed::contains)
            .isPresent();
  }
}
