package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.ContainerFilter;
import dev.jubelet.api.cri.ContainerResources;
import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.ContainerStatus;
import dev.jubelet.api.cri.LinuxContainerResources;
import dev.jubelet.edge.cri.CriException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The containers of a fake runtime. CREATED, then RUNNING by start, then EXITED by its own end, a
 * stop or a kill; removed from any state.
 *
 * <p>Thread: under the lock of {@link FakeCri}. Owns: the status of each container, by id.
 */
final class FakeContainers {
  /** A container with what its status does not tell. */
  record Entry(String sandboxId, FakeProgram program, ContainerStatus status) {
    Entry with(ContainerStatus.Builder changed) {
      return new Entry(sandboxId, program, changed.build());
    }

    boolean is(ContainerState state) {
      return status.getState() == state;
    }
  }

  private final Map<String, Entry> all = new LinkedHashMap<>();

  void add(String id, Entry entry) {
    checkNameFree(entry);
    all.put(id, entry);
  }

  private void checkNameFree(Entry entry) {
    for (ContainerStatus other : ofSandbox(entry.sandboxId())) {
      if (other.getMetadata().equals(entry.status().getMetadata())) {
        throw failure(
            CriException.Kind.INTERNAL,
            "CreateContainer",
            "failed to reserve container name: it is reserved for \"" + other.getId() + "\"");
      }
    }
  }

  static ContainerStatus created(
      String id, ContainerConfig config, String logDirectory, String imageId, long nanos) {
    return ContainerStatus.newBuilder()
        .setId(id)
        .setMetadata(config.getMetadata())
        .setState(ContainerState.CONTAINER_CREATED)
        .setCreatedAt(nanos)
        .setImage(config.getImage())
        .setImageRef(imageId)
        .setImageId(imageId)
        .putAllLabels(config.getLabelsMap())
        .putAllAnnotations(config.getAnnotationsMap())
        .addAllMounts(config.getMountsList())
        .setLogPath(logDirectory + "/" + config.getLogPath())
        .setResources(ContainerResources.newBuilder().setLinux(config.getLinux().getResources()))
        .setStopSignal(config.getStopSignal())
        .build();
  }

  Optional<Entry> find(String id) {
    return Optional.ofNullable(all.get(id));
  }

  Entry get(String id, String rpc) {
    return find(id)
        .orElseThrow(
            () ->
                failure(
                    CriException.Kind.NOT_FOUND,
                    rpc,
                    "an error occurred when try to find container \"" + id + "\": not found"));
  }

  /** The container, which must be running. */
  Entry running(String id, String rpc) {
    Entry entry = get(id, rpc);
    if (!entry.is(ContainerState.CONTAINER_RUNNING)) {
      throw failure(
          CriException.Kind.INTERNAL,
          rpc,
          "container is in " + entry.status().getState() + " state");
    }
    return entry;
  }

  void start(String id, long nanos) {
    Entry entry = get(id, "StartContainer");
    if (!entry.is(ContainerState.CONTAINER_CREATED)) {
      throw failure(
          CriException.Kind.INTERNAL,
          "StartContainer",
          "container is in " + entry.status().getState() + " state");
    }
    ContainerStatus.Builder started =
        entry.status().toBuilder().setState(ContainerState.CONTAINER_RUNNING).setStartedAt(nanos);
    all.put(id, entry.with(started));
  }

  void exit(String id, int code, String reason, long nanos) {
    Entry entry = running(id, "exit");
    ContainerStatus.Builder exited =
        entry.status().toBuilder()
            .setState(ContainerState.CONTAINER_EXITED)
            .setFinishedAt(nanos)
            .setExitCode(code)
            .setReason(reason);
    all.put(id, entry.with(exited));
  }

  void resize(String id, LinuxContainerResources resources) {
    Entry entry = get(id, "UpdateContainerResources");
    LinuxContainerResources.Builder merged = entry.status().getResources().getLinux().toBuilder();
    if (resources.getHugepageLimitsCount() > 0) {
      merged.clearHugepageLimits();
    }
    ContainerResources wrapped =
        ContainerResources.newBuilder().setLinux(merged.mergeFrom(resources)).build();
    all.put(id, entry.with(entry.status().toBuilder().setResources(wrapped)));
  }

  void remove(String id) {
    all.remove(id);
  }

  List<ContainerStatus> ofSandbox(String sandboxId) {
    return all.values().stream()
        .filter(entry -> entry.sandboxId().equals(sandboxId))
        .map(Entry::status)
        .toList();
  }

  List<Container> list(ContainerFilter filter) {
    return all.values().stream()
        .filter(entry -> entry.status().getId().startsWith(filter.getId()))
        .filter(entry -> entry.sandboxId().startsWith(filter.getPodSandboxId()))
        .filter(entry -> !filter.hasState() || entry.is(filter.getState().getState()))
        .filter(
            entry ->
                LabelSelector.match(filter.getLabelSelectorMap(), entry.status().getLabelsMap()))
        .map(FakeContainers::listed)
        .toList();
  }

  private static Container listed(Entry entry) {
    ContainerStatus status = entry.status();
    return Container.newBuilder()
        .setId(status.getId())
        .setPodSandboxId(entry.sandboxId())
        .setMetadata(status.getMetadata())
        .setImage(status.getImage())
        .setImageRef(status.getImageRef())
        .setImageId(status.getImageId())
        .setState(status.getState())
        .setCreatedAt(status.getCreatedAt())
        .putAllLabels(status.getLabelsMap())
        .putAllAnnotations(status.getAnnotationsMap())
        .build();
  }

  private static CriException failure(CriException.Kind kind, String rpc, String message) {
    return new CriException(kind, rpc, message);
  }
}
