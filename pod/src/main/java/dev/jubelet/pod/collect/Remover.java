package dev.jubelet.pod.collect;

import dev.jubelet.api.cri.RemoveContainerRequest;
import dev.jubelet.api.cri.RemovePodSandboxRequest;
import dev.jubelet.api.cri.StopContainerRequest;
import dev.jubelet.api.cri.StopPodSandboxRequest;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.pod.actuate.ContainerLogs;
import dev.jubelet.pod.collect.Removal.RemoveContainer;
import dev.jubelet.pod.collect.Removal.RemoveLink;
import dev.jubelet.pod.collect.Removal.RemoveLogDirectory;
import dev.jubelet.pod.collect.Removal.RemoveSandbox;
import dev.jubelet.pod.model.ObservedContainer.State;
import dev.jubelet.pod.model.PodUid;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the removals of one collection. What is gone already counts as removed.
 *
 * <p>Thread: the collection's. Owns: in which sandboxes a container could not be removed.
 */
final class Remover {
  private static final Logger log = LoggerFactory.getLogger(Remover.class);

  private final CriRuntime cri;
  private final ContainerLogs logs;
  private final Predicate<PodUid> cameBack;
  private final Set<String> occupied = new HashSet<>();

  /** {@code cameBack} tells of a pod that was nobody's whether somebody wants it by now. */
  Remover(CriRuntime cri, ContainerLogs logs, Predicate<PodUid> cameBack) {
    this.cri = cri;
    this.logs = logs;
    this.cameBack = cameBack;
  }

  /** Throws {@link CriException} as well. */
  void remove(Removal removal) throws IOException {
    switch (removal) {
      case RemoveContainer(ListedContainer container, Removal.Reason reason) -> {
        boolean removed = false;
        try {
          remove(container, reason);
          removed = true;
        } finally {
          if (!removed) {
            occupied.add(container.sandboxId());
          }
        }
      }
      case RemoveSandbox(ListedSandbox sandbox, Removal.Reason reason) -> remove(sandbox, reason);
      case RemoveLogDirectory(String name, PodUid pod, Removal.Reason reason) -> {
        if (reason != Removal.Reason.POD_GONE || !cameBack.test(pod)) {
          log.atInfo()
              .addKeyValue("directory", name)
              .addKeyValue("reason", reason.text())
              .log("Removing pod logs");
          logs.removeDirectory(name);
        }
      }
      case RemoveLink(String name, _) -> {
        log.atDebug().addKeyValue("link", name).log("Removing dead link to a container log");
        logs.removeDeadLink(name);
      }
    }
  }

  /** Logs go first: without its container nobody would know whose they are. */
  private void remove(ListedContainer container, Removal.Reason reason) throws IOException {
    log.atInfo()
        .addKeyValue("pod", container.key())
        .addKeyValue("containerName", container.name())
        .addKeyValue("containerID", container.id())
        .addKeyValue("reason", reason.text())
        .log("Removing container");
    if (container.state() == State.UNKNOWN) {
      log.atInfo()
          .addKeyValue("containerID", container.id())
          .log("Container is in unknown state, try killing it before removal");
      unlessGone(
          () ->
              cri.stopContainer(
                  StopContainerRequest.newBuilder()
                      .setContainerId(container.id())
                      .setTimeout(container.graceSeconds())
                      .build()));
    }
    logs.remove(
        container.key(),
        container.pod(),
        container.name(),
        container.id(),
        container.restartCount());
    unlessGone(
        () ->
            cri.removeContainer(
                RemoveContainerRequest.newBuilder().setContainerId(container.id()).build()));
  }

  private void remove(ListedSandbox sandbox, Removal.Reason reason) {
    if (occupied.contains(sandbox.id())) {
      // The runtime would remove it with what is still in it.
      return;
    }
    log.atInfo()
        .addKeyValue("pod", sandbox.key())
        .addKeyValue("sandboxID", sandbox.id())
        .addKeyValue("reason", reason.text())
        .log("Removing sandbox");
    unlessGone(
        () ->
            cri.stopPodSandbox(
                StopPodSandboxRequest.newBuilder().setPodSandboxId(sandbox.id()).build()));
    unlessGone(
        () ->
            cri.removePodSandbox(
                RemovePodSandboxRequest.newBuilder().setPodSandboxId(sandbox.id()).build()));
  }

  private static void unlessGone(Runnable call) {
    try {
      call.run();
    } catch (CriException e) {
      if (e.kind() != CriException.Kind.NOT_FOUND) {
        throw e;
      }
    }
  }
}
