package dev.jubelet.pod.status;

import dev.jubelet.pod.model.ContainerKind;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedContainer.State;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.spec.RestartRules;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The status of each container: from the runtime while it has the container, from memory when it
 * has not; then a start that failed and the probes have their say. Pure.
 */
final class ContainerStatusRules {
  private static final String INITIALISED =
      "Unable to get init container status from container runtime and pod has been initialized,"
          + " treat it as exited normally";

  private final StatusInput in;
  private final List<ContainerStatus> old = new ArrayList<>();

  ContainerStatusRules(StatusInput in) {
    this.in = in;
    old.addAll(in.old().getInitContainerStatuses());
    old.addAll(in.old().getContainerStatuses());
    old.addAll(in.old().getEphemeralContainerStatuses());
  }

  List<ContainerStatus> all(List<ContainerSpec> specs) {
    return specs.stream().map(this::of).toList();
  }

  private ContainerStatus of(ContainerSpec spec) {
    ContainerStatus before = StatusLookup.container(old, spec.name()).orElse(null);
    Optional<ObservedContainer> current = in.observed().current(spec.name());
    ContainerStatus status =
        current.isPresent()
            ? ObservedStatusRules.of(in, spec, current.get(), before)
            : VanishedStatusRules.of(in, spec, before);
    if (isCompletedInit(spec, current, status)) {
      status.setState(ContainerStates.terminated("Completed", INITIALISED, 0));
    } else if (!hasSucceededInit(spec, current)) {
      applyStartError(spec, status);
    }
    ReadinessRules.apply(in, spec, status);
    return status;
  }

  /** An ordinary init container that the runtime no longer has, in a pod past initialisation. */
  private boolean isCompletedInit(
      ContainerSpec spec, Optional<ObservedContainer> current, ContainerStatus status) {
    return spec.kind() == ContainerKind.INIT
        && current.isEmpty()
        && status.getState().getWaiting() != null
        && ContainerSpec.regular(in.pod()).stream().anyMatch(this::wasCreated);
  }

  private boolean wasCreated(ContainerSpec regular) {
    return in.observed()
        .current(regular.name())
        .filter(c -> c.state() != State.UNKNOWN)
        .isPresent();
  }

  private static boolean hasSucceededInit(ContainerSpec spec, Optional<ObservedContainer> current) {
    boolean init = spec.kind() == ContainerKind.INIT || spec.isSidecar();
    return init && current.filter(c -> c.state() == State.EXITED && c.exitCode() == 0).isPresent();
  }

  /** A container that is to be started but could not be is waiting; how it ended moves back. */
  private void applyStartError(ContainerSpec spec, ContainerStatus status) {
    StartError error = in.startErrors().get(spec.name());
    if (error == null || !RestartRules.shouldStart(in.pod(), spec, in.observed())) {
      return;
    }
    if (ContainerStates.isTerminated(status.getState())) {
      status.setLastState(status.getState());
    }
    status.setState(ContainerStates.waiting(error.reason().wireName(), error.message()));
  }
}
