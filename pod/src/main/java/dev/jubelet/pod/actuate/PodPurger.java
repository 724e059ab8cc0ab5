package dev.jubelet.pod.actuate;

import dev.jubelet.api.cri.RemoveContainerRequest;
import dev.jubelet.api.cri.RemovePodSandboxRequest;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Removes containers and sandboxes that have been stopped, with their logs.
 *
 * <p>Thread: the pod's lane.
 */
public final class PodPurger {
  private final CriRuntime cri;
  private final ContainerLogs logs;

  public PodPurger(CriRuntime cri, ContainerLogs logs) {
    this.cri = cri;
    this.logs = logs;
  }

  /**
   * Removes all that is left of the pod. The runtime removes a sandbox with its containers. Logs go
   * first: if the agent dies in between, the runtime still knows the pod and its containers, whose
   * names are in the links to their logs. Logs that are to be kept lose the links only.
   */
  public void purge(ObservedPod observed, boolean keepLogs) {
    if (keepLogs) {
      logs.unlinkAll(observed);
    } else {
      logs.removeAll(observed);
    }
    Set<String> sandboxes =
        observed.sandboxes().stream().map(ObservedSandbox::id).collect(Collectors.toSet());
    for (ObservedContainer container : observed.containers()) {
      if (!sandboxes.contains(container.sandboxId())) {
        removeContainer(container.id());
      }
    }
    for (String sandbox : sandboxes) {
      ignoringAbsence(
          () ->
              cri.removePodSandbox(
                  RemovePodSandboxRequest.newBuilder().setPodSandboxId(sandbox).build()));
    }
  }

  /**
   * Removes one container that has ended. A log that is to be kept counts the starts, so its number
   * is written down before the container, which carries it too, is gone.
   */
  public void remove(ObservedPod observed, String containerId, boolean keepLog) {
    List<ObservedContainer> found =
        observed.containers().stream()
            .filter(container -> container.id().equals(containerId))
            .toList();
    if (keepLog) {
      found.forEach(container -> logs.keepNumber(observed, container));
    }
    removeContainer(containerId);
    if (!keepLog) {
      found.forEach(container -> logs.remove(observed, container));
    }
  }

  private void removeContainer(String id) {
    ignoringAbsence(
        () -> cri.removeContainer(RemoveContainerRequest.newBuilder().setContainerId(id).build()));
  }

  private static void ignoringAbsence(Runnable call) {
    try {
      call.run();
    } catch (CriException e) {
      if (e.kind() != CriException.Kind.NOT_FOUND) {
        throw e;
      }
    }
  }
}
