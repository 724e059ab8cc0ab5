package dev.jubelet.pod.status;

import dev.jubelet.pod.model.ObservedContainer;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateRunning;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import org.jspecify.annotations.Nullable;

/** Makes the three states of a container. Pure. */
final class ContainerStates {
  static final int KILLED = 137;

  private ContainerStates() {}

  /** Created but not running: waiting without a reason. */
  static ContainerState waiting() {
    ContainerState state = new ContainerState();
    state.setWaiting(new ContainerStateWaiting());
    return state;
  }

  static ContainerState waiting(String reason, @Nullable String message) {
    ContainerState state = waiting();
    state.getWaiting().setReason(reason);
    state.getWaiting().setMessage(message);
    return state;
  }

  static ContainerState running(ObservedContainer container) {
    ContainerState state = new ContainerState();
    state.setRunning(new ContainerStateRunning(ApiTimes.textOrNull(container.startedAt())));
    return state;
  }

  static ContainerState exited(ObservedContainer container, String containerId) {
    ContainerState state =
        terminated(container.reason(), container.message(), container.exitCode());
    state.getTerminated().setContainerID(containerId);
    state.getTerminated().setStartedAt(ApiTimes.textOrNull(container.startedAt()));
    state.getTerminated().setFinishedAt(ApiTimes.textOrNull(container.finishedAt()));
    return state;
  }

  static ContainerState terminated(String reason, String message, int exitCode) {
    ContainerStateTerminated terminated = new ContainerStateTerminated();
    terminated.setReason(emptyToNull(reason));
    terminated.setMessage(emptyToNull(message));
    terminated.setExitCode(exitCode);
    ContainerState state = new ContainerState();
    state.setTerminated(terminated);
    return state;
  }

  /** The container is gone or lost, and nobody saw how it ended. */
  static ContainerState lost(String message) {
    return terminated("ContainerStatusUnknown", message, KILLED);
  }

  static boolean isTerminated(@Nullable ContainerState state) {
    return state != null && state.getTerminated() != null;
  }

  static boolean isRunning(@Nullable ContainerState state) {
    return state != null && state.getRunning() != null;
  }

  static boolean hasSucceeded(@Nullable ContainerState state) {
    return state != null
        && state.getTerminated() != null
        && state.getTerminated().getExitCode() == 0;
  }

  private static @Nullable String emptyToNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
