package dev.jubelet.pod.status;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.WaitReason;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The status of a container that the runtime does not have: not made yet, removed after its end, or
 * lost while it ran. Pure.
 */
final class VanishedStatusRules {
  private static final String USED_TO_RUN =
      "The container could not be located when the pod was deleted."
          + "  The container used to be Running";

  private VanishedStatusRules() {}

  static ContainerStatus of(StatusInput in, ContainerSpec spec, @Nullable ContainerStatus old) {
    if (old == null) {
      return waiting(in, spec, null);
    }
    boolean wasWaiting = old.getState() == null || old.getState().getWaiting() != null;
    if (!wasWaiting && RestartingAll.isUnderWay(in)) {
      return cleared(in, spec, old);
    }
    if (ContainerStates.isTerminated(old.getState())) {
      return StatusCopies.of(old);
    }
    ContainerStatus status = waiting(in, spec, old);
    if (ContainerStates.isRunning(old.getState())
        && !ContainerStates.isTerminated(old.getLastState())) {
      status.setLastState(ContainerStates.lost(USED_TO_RUN));
      boolean deleted = in.pod().getMetadata().getDeletionTimestamp() != null;
      status.setRestartCount(status.getRestartCount() + (deleted ? 0 : 1));
    }
    return status;
  }

  private static ContainerStatus waiting(
      StatusInput in, ContainerSpec spec, @Nullable ContainerStatus old) {
    WaitReason reason =
        ContainerSpec.init(in.pod()).isEmpty()
            ? WaitReason.CONTAINER_CREATING
            : WaitReason.POD_INITIALIZING;
    ContainerStatus status = new ContainerStatus();
    status.setName(spec.name());
    status.setImage(spec.container().getImage());
    status.setImageID("");
    status.setState(ContainerStates.waiting(reason.wireName(), null));
    status.setRestartCount(restartCount(old));
    status.setLastState(
        old == null || old.getLastState() == null ? new ContainerState() : old.getLastState());
    status.setVolumeMounts(MountStatusRules.of(in, spec, old));
    return status;
  }

  /** Removed because all containers of the pod are started anew. */
  private static ContainerStatus cleared(StatusInput in, ContainerSpec spec, ContainerStatus old) {
    ContainerStatus status =
        ContainerStates.isTerminated(old.getState())
            ? StatusCopies.of(old)
            : waiting(in, spec, old);
    status.setState(ContainerStates.waiting(RestartingAll.REASON, RestartingAll.MESSAGE));
    status.setLastState(
        ContainerStates.terminated(
            RestartingAll.REASON, RestartingAll.MESSAGE, ContainerStates.KILLED));
    status.setRestartCount(restartCount(old) + 1);
    return status;
  }

  private static int restartCount(@Nullable ContainerStatus old) {
    return old == null ? 0 : Objects.requireNonNullElse(old.getRestartCount(), 0);
  }
}
