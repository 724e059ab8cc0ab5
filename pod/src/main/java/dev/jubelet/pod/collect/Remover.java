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
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the removals of one collection. What is gone already counts as removed.
 *
 * <p>Thread: the collection's. Owns: how many containers could not be removed from each sandbox.
 */
final class Remover {
  private static final Logger log = LoggerFactory.getLogger(Remover.class);

  private final CriRuntime cri;
  private final ContainerLogs logs;
  private final Predicate<PodUid> cameBack;
  private final Map<String, Integer> occupied = new HashMap<>();

  /** {@code cameBack} tells of a pod that was nobody's whether somebody wants it by now. */
  Remover(CriRuntime cri, ContainerLogs logs, Predicate<PodUid> cameBack) {
    this.cri = cri;
    this.logs = logs;
    this.cameBack = cameBack;
  }

  /** Returns false for what has to stay after all. Throws {@link CriException} as well. */
  boolean remove(Removal removal) throws IOException {
    return switch (removal) {
      case RemoveContainer(ListedContainer container, Removal.Reason reason) -> {
        occupied.merge(container.sandboxId(), 1, Integer::sum);
        remove(container, reason);
        occupied.merge(container.sandboxId(), -1, Integer::sum);
        yield true;
      }
      case RemoveSandbox(ListedSandbox sandbox, Removal.Reason reason) -> remove(sandbox, reason);
      case RemoveLogDirectory(String name, PodUid pod, Removal.Reason reason) -> {
        boolean goes = reason != Removal.Reason.POD_GONE || !cameBack.test(pod);
        if (goes) {
          log.atInfo()
              .addKeyValue("directory", name)
              .addKeyValue("reason", reason.text())
              .log("Removing pod logs");
          logs.removeDirectory(name);
        }
        yield goes;
      }
      case RemoveLink(String name, _) -> {
        log.atDebug().addKeyValue("link", name).log("Removing dead link to a container log");
        logs.removeDeadLink(name);
        yield true;
      }
    };
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

  /** The runtime would remove a sandbox with what could not be removed from it before. */
  private boolean remove(ListedSandbox sandbox, Removal.Reason reason) {
    if (occupied.getOrDefault(sandbox.id(), 0) > 0) {
      return false;
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
    return true;
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
