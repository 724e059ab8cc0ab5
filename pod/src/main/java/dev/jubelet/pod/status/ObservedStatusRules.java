package dev.jubelet.pod.status;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedContainer.LinuxUser;
import dev.jubelet.pod.model.ObservedContainer.State;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerUser;
import io.fabric8.kubernetes.api.model.LinuxContainerUser;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The status of a container that the runtime has. Pure. */
final class ObservedStatusRules {
  private static final String LOST =
      "The container could not be located when the pod was terminated";

  private ObservedStatusRules() {}

  static ContainerStatus of(
      StatusInput in,
      ContainerSpec spec,
      ObservedContainer container,
      @Nullable ContainerStatus old) {
    ContainerStatus status = new ContainerStatus();
    status.setName(spec.name());
    status.setContainerID(in.node().containerId(container.id()));
    status.setImage(container.image());
    status.setImageID(container.imageRef());
    status.setState(state(in, container, old));
    status.setLastState(lastState(in, status, old));
    status.setRestartCount(restartCount(container, status, old));
    status.setVolumeMounts(MountStatusRules.of(in, spec, old));
    status.setResources(ResourceStatusRules.of(spec, container, status, old));
    ResourceRequirements allocated = spec.container().getResources();
    status.setAllocatedResources(allocated == null ? null : allocated.getRequests());
    status.setUser(user(container.user()));
    if (in.node().stopSignals() && !container.stopSignal().isEmpty()) {
      status.setStopSignal(container.stopSignal());
    }
    return status;
  }

  private static ContainerState state(
      StatusInput in, ObservedContainer container, @Nullable ContainerStatus old) {
    String id = in.node().containerId(container.id());
    return switch (container.state()) {
      case RUNNING -> ContainerStates.running(container);
      case CREATED -> ContainerStates.waiting();
      case EXITED -> ContainerStates.exited(container, id);
      case UNKNOWN -> unknown(in, id, old);
    };
  }

  private static ContainerState unknown(StatusInput in, String id, @Nullable ContainerStatus old) {
    if (old != null && ContainerStates.isRunning(old.getState())) {
      return RestartingAll.isUnderWay(in)
          ? ContainerStates.terminated(RestartingAll.REASON, LOST, ContainerStates.KILLED)
          : ContainerStates.lost(LOST);
    }
    if (old != null
        && id.equals(old.getContainerID())
        && ContainerStates.isTerminated(old.getState())) {
      return old.getState();
    }
    return ContainerStates.waiting();
  }

  /** How the container before this one ended: from the runtime, else from the status before. */
  private static ContainerState lastState(
      StatusInput in, ContainerStatus status, @Nullable ContainerStatus old) {
    Optional<ObservedContainer> previous =
        in.observed().previous(status.getName()).filter(c -> c.state() == State.EXITED);
    if (previous.isPresent()) {
      return ContainerStates.exited(previous.get(), in.node().containerId(previous.get().id()));
    }
    if (old == null) {
      return new ContainerState();
    }
    boolean replaced = !status.getContainerID().equals(old.getContainerID());
    return replaced && ContainerStates.isTerminated(old.getState()) ? old.getState() : orNone(old);
  }

  private static ContainerState orNone(ContainerStatus old) {
    return old.getLastState() == null ? new ContainerState() : old.getLastState();
  }

  private static int restartCount(
      ObservedContainer container, ContainerStatus status, @Nullable ContainerStatus old) {
    int count = container.restartCount();
    if (old == null || old.getRestartCount() == null) {
      return count;
    }
    return Math.max(count, old.getRestartCount() + (isUncounted(container, status, old) ? 1 : 0));
  }

  /** A restart that the runtime's own count may have missed. */
  private static boolean isUncounted(
      ObservedContainer container, ContainerStatus status, ContainerStatus old) {
    boolean replaced = !status.getContainerID().equals(old.getContainerID());
    return switch (container.state()) {
      case RUNNING -> replaced && ContainerStates.isTerminated(old.getState());
      case UNKNOWN -> ContainerStates.isRunning(old.getState());
      case CREATED, EXITED -> false;
    };
  }

  private static @Nullable ContainerUser user(@Nullable LinuxUser user) {
    return user == null
        ? null
        : new ContainerUser(
            new LinuxContainerUser(user.gid(), user.supplementalGroups(), user.uid()));
  }
}
