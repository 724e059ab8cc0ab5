package dev.jubelet.pod.collect;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.api.cri.ListPodSandboxRequest;
import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.api.cri.PodSandboxState;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.pod.actuate.ContainerLogs;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.ObservedContainer.State;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Looks at what is there: the disk first, then the runtime, so that a link or directory is never
 * seen without the container or sandbox it was made for.
 *
 * <p>Thread: the collection's; blocks in the runtime.
 */
final class HoldingsReader {
  /** No container gets less time to stop. */
  private static final long LEAST_GRACE_SECONDS = 2;

  private final CriRuntime cri;
  private final ContainerLogs logs;

  HoldingsReader(CriRuntime cri, ContainerLogs logs) {
    this.cri = cri;
    this.logs = logs;
  }

  Holdings read() throws IOException {
    List<String> directories = logs.directories();
    List<String> deadLinks = logs.deadLinks();
    // Containers first: a sandbox that is made in between is seen without them, and is ready.
    List<ListedContainer> containers =
        ofPods(
            cri.listContainers(ListContainersRequest.getDefaultInstance()).getContainersList(),
            HoldingsReader::container);
    List<ListedSandbox> sandboxes =
        ofPods(
            cri.listPodSandbox(ListPodSandboxRequest.getDefaultInstance()).getItemsList(),
            HoldingsReader::sandbox);
    return new Holdings(containers, sandboxes, directories, deadLinks);
  }

  private static <L, T> List<T> ofPods(List<L> listed, Function<L, Optional<T>> mapping) {
    List<T> found = new ArrayList<>();
    listed.forEach(one -> mapping.apply(one).ifPresent(found::add));
    return found;
  }

  private static Optional<ListedContainer> container(Container listed) {
    Map<String, String> labels = listed.getLabelsMap();
    Map<String, String> annotations = listed.getAnnotationsMap();
    return key(labels)
        .map(
            key ->
                new ListedContainer(
                    listed.getId(),
                    new PodUid(labels.getOrDefault(Annotations.POD_UID, "")),
                    key,
                    listed.getMetadata().getName(),
                    listed.getPodSandboxId(),
                    state(listed.getState()),
                    Instant.ofEpochSecond(0, listed.getCreatedAt()),
                    (int)
                        number(annotations, Annotations.CONTAINER_RESTART_COUNT)
                            .orElse((long) listed.getMetadata().getAttempt())
                            .longValue(),
                    Math.max(
                        LEAST_GRACE_SECONDS,
                        number(annotations, Annotations.POD_TERMINATION_GRACE).orElse(0L))));
  }

  private static Optional<ListedSandbox> sandbox(PodSandbox listed) {
    Map<String, String> labels = listed.getLabelsMap();
    return key(labels)
        .map(
            key ->
                new ListedSandbox(
                    listed.getId(),
                    new PodUid(labels.getOrDefault(Annotations.POD_UID, "")),
                    key,
                    listed.getState() == PodSandboxState.SANDBOX_READY,
                    Instant.ofEpochSecond(0, listed.getCreatedAt())));
  }

  /** Empty for what is not a pod's: something else uses the same runtime. */
  private static Optional<PodKey> key(Map<String, String> labels) {
    String namespace = labels.get(Annotations.POD_NAMESPACE);
    String name = labels.get(Annotations.POD_NAME);
    return namespace == null || name == null || !labels.containsKey(Annotations.POD_UID)
        ? Optional.empty()
        : Optional.of(new PodKey(namespace, name));
  }

  private static Optional<Long> number(Map<String, String> annotations, String name) {
    return Optional.ofNullable(annotations.get(name))
        .filter(text -> text.matches("\\d{1,9}"))
        .map(Long::valueOf);
  }

  private static State state(ContainerState state) {
    return switch (state) {
      case CONTAINER_CREATED -> State.CREATED;
      case CONTAINER_RUNNING -> State.RUNNING;
      case CONTAINER_EXITED -> State.EXITED;
      case CONTAINER_UNKNOWN, UNRECOGNIZED -> State.UNKNOWN;
    };
  }
}
