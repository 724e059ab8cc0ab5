package dev.jubelet.pod.model;

import org.jspecify.annotations.Nullable;

/** One thing to do to bring the runtime closer to the spec; carried out in the plan's order. */
public sealed interface PodAction {

  /**
   * Stops every container and every sandbox of the pod. {@code message} is the text of the event
   * SandboxChanged; it is empty when the pod is stopped because nothing is left to run.
   */
  record KillPod(String message) implements PodAction {}

  /** Stops one container. {@code graceSeconds} is null when the pod's own grace period applies. */
  record KillContainer(
      String containerId,
      String containerName,
      KillReason reason,
      String message,
      @Nullable Long graceSeconds)
      implements PodAction {}

  /** Removes a container that has ended; its log goes too unless it is to be kept. */
  record RemoveContainer(String containerId, String containerName, boolean keepLog)
      implements PodAction {}

  /** Makes a new sandbox. */
  record CreateSandbox(int attempt) implements PodAction {}

  /**
   * Starts a container of the spec. When an action with {@code required} fails, the starts behind
   * it are not tried in this pass.
   */
  record StartContainer(
      String containerName, ContainerKind kind, int restartCount, boolean required)
      implements PodAction {}
}
