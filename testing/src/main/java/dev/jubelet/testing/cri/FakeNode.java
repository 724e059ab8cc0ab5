package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.ContainerEventResponse;
import dev.jubelet.api.cri.ContainerEventType;
import dev.jubelet.api.cri.ContainerFilter;
import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.ContainerStatus;
import dev.jubelet.api.cri.CreateContainerRequest;
import dev.jubelet.api.cri.Image;
import dev.jubelet.api.cri.LinuxContainerResources;
import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PodSandboxFilter;
import dev.jubelet.api.cri.PodSandboxStatus;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The machine that a fake runtime runs: sandboxes and containers, their life and the events of it.
 *
 * <p>Thread: any, its monitor guards all. Owns: sandboxes and containers.
 */
final class FakeNode {
  private static final int KILLED = 137;

  private final FakeSandboxes sandboxes = new FakeSandboxes();
  private final FakeContainers containers = new FakeContainers();
  private final FakeIds ids = new FakeIds();
  private final FakeProfile profile;
  private final Timers timers;
  private final FakeImages images;
  private final FakeEvents events;
  private volatile Function<ContainerConfig, FakeProgram> programs =
      config -> FakeProgram.service();

  FakeNode(FakeProfile profile, Timers timers, FakeImages images, FakeEvents events) {
    this.profile = profile;
    this.timers = timers;
    this.images = images;
    this.events = events;
  }

  void programs(Function<ContainerConfig, FakeProgram> programs) {
    this.programs = programs;
  }

  long nanos() {
    Instant now = timers.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  synchronized String runSandbox(PodSandboxConfig config, String handler) {
    String id = ids.next("sandbox");
    PodSandboxStatus status = sandboxes.run(id, config, handler, nanos());
    publish(id, ContainerEventType.CONTAINER_CREATED_EVENT, status);
    publish(id, ContainerEventType.CONTAINER_STARTED_EVENT, status);
    return id;
  }

  synchronized void stopSandbox(String id) {
    if (!sandboxes.ready(id)) {
      return;
    }
    for (ContainerStatus container : containers.ofSandbox(id)) {
      kill(container.getId());
    }
    publish(id, ContainerEventType.CONTAINER_STOPPED_EVENT, sandboxes.stop(id));
  }

  synchronized void removeSandbox(String id) {
    if (!sandboxes.has(id)) {
      return;
    }
    stopSandbox(id);
    for (ContainerStatus container : containers.ofSandbox(id)) {
      removeContainer(container.getId());
    }
    PodSandboxStatus last = sandboxes.get(id, "RemovePodSandbox");
    sandboxes.remove(id);
    publish(id, ContainerEventType.CONTAINER_DELETED_EVENT, last);
  }

  synchronized PodSandboxStatus sandbox(String id, String rpc) {
    return sandboxes.get(id, rpc);
  }

  synchronized List<PodSandbox> sandboxes(PodSandboxFilter filter) {
    return sandboxes.list(filter);
  }

  synchronized List<ContainerStatus> containersOf(String sandboxId) {
    return containers.ofSandbox(sandboxId);
  }

  synchronized String createContainer(CreateContainerRequest request) {
    String sandboxId = request.getPodSandboxId();
    sandboxes.get(sandboxId, "CreateContainer");
    if (!profile.createsInStoppedSandbox()) {
      checkReady(sandboxId, "CreateContainer");
    }
    ContainerConfig config = request.getConfig();
    String id = ids.next("container");
    ContainerStatus status =
        FakeContainers.created(
            id, config, request.getSandboxConfig().getLogDirectory(), imageOf(config), nanos());
    containers.add(id, new FakeContainers.Entry(sandboxId, programs.apply(config), status));
    publish(id, ContainerEventType.CONTAINER_CREATED_EVENT);
    return id;
  }

  private void checkReady(String sandboxId, String rpc) {
    if (!sandboxes.ready(sandboxId)) {
      throw new CriException(
          CriException.Kind.INTERNAL,
          rpc,
          "sandbox container \"" + sandboxId + "\" is not running");
    }
  }

  private String imageOf(ContainerConfig config) {
    String reference = config.getImage().getImage();
    return images
        .find(reference)
        .map(Image::getId)
        .orElseThrow(
            () ->
                new CriException(
                    CriException.Kind.NOT_FOUND,
                    "CreateContainer",
                    "failed to resolve image \"" + reference + "\": not found"));
  }

  synchronized void startContainer(String id) {
    checkReady(container(id, "StartContainer").sandboxId(), "StartContainer");
    containers.start(id, nanos());
    publish(id, ContainerEventType.CONTAINER_STARTED_EVENT);
    FakeProgram program = container(id, "StartContainer").program();
    if (program.lifetime().isEmpty()) {
      return;
    }
    Duration lifetime = program.lifetime().get();
    if (lifetime.isZero()) {
      exit(id, program.exitCode());
    } else {
      timers.after(lifetime, () -> exitIfRunning(id, program.exitCode()));
    }
  }

  /**
   * Blocks for the grace period when the program does not follow the stop signal; with a clock
   * moved by hand, another thread has to move it.
   */
  synchronized void stopContainer(String id, Duration grace) {
    if (!runs(id)) {
      return;
    }
    Optional<Integer> code = container(id, "StopContainer").program().stopCode();
    if (grace.isZero() || grace.isNegative()) {
      kill(id);
    } else if (code.isPresent()) {
      exit(id, code.get());
    } else {
      Timers.Pending pending = timers.after(grace, () -> kill(id));
      awaitExit(id, pending);
    }
  }

  private synchronized void awaitExit(String id, Timers.Pending pending) {
    try {
      while (runs(id)) {
        wait();
      }
    } catch (InterruptedException e) {
      pending.cancel();
      Thread.currentThread().interrupt();
      throw new CriException(CriException.Kind.CANCELLED, "StopContainer", "interrupted");
    }
  }

  synchronized void removeContainer(String id) {
    Optional<FakeContainers.Entry> entry = containers.find(id);
    if (entry.isPresent()) {
      kill(id);
      String sandboxId = entry.get().sandboxId();
      containers.remove(id);
      publish(
          id,
          ContainerEventType.CONTAINER_DELETED_EVENT,
          sandboxes.get(sandboxId, "RemoveContainer"));
    }
  }

  synchronized FakeContainers.Entry container(String id, String rpc) {
    return containers.get(id, rpc);
  }

  synchronized void checkRunning(String id, String rpc) {
    containers.running(id, rpc);
  }

  synchronized List<Container> containers(ContainerFilter filter) {
    return containers.list(filter);
  }

  synchronized void resize(String id, LinuxContainerResources resources) {
    containers.resize(id, resources);
  }

  void exit(String id, int code) {
    exit(id, code, code == 0 ? "Completed" : "Error");
  }

  synchronized void exit(String id, int code, String reason) {
    containers.exit(id, code, reason, nanos());
    publish(id, ContainerEventType.CONTAINER_STOPPED_EVENT);
    notifyAll();
  }

  private synchronized void exitIfRunning(String id, int code) {
    if (runs(id)) {
      exit(id, code);
    }
  }

  private void kill(String id) {
    exitIfRunning(id, KILLED);
  }

  private boolean runs(String id) {
    return containers.find(id).filter(e -> e.is(ContainerState.CONTAINER_RUNNING)).isPresent();
  }

  private void publish(String id, ContainerEventType type) {
    String sandboxId = containers.get(id, "event").sandboxId();
    publish(id, type, sandboxes.get(sandboxId, "event"));
  }

  private void publish(String id, ContainerEventType type, PodSandboxStatus sandbox) {
    events.publish(
        ContainerEventResponse.newBuilder()
            .setContainerId(id)
            .setContainerEventType(type)
            .setCreatedAt(nanos())
            .setPodSandboxStatus(sandbox)
            .addAllContainersStatuses(containers.ofSandbox(sandbox.getId()))
            .build());
  }
}
