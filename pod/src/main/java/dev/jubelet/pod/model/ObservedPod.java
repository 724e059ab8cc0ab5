package dev.jubelet.pod.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the runtime really has of a pod. Sandboxes and containers stand newest first, so the first
 * container of a name is its current one and the second its predecessor.
 *
 * @param replaced the IDs of ended containers that the agent stopped in order to start them again:
 *     how they ended says nothing about them
 */
public record ObservedPod(
    PodUid uid,
    PodKey key,
    List<ObservedSandbox> sandboxes,
    List<ObservedContainer> containers,
    Instant readAt,
    Set<String> replaced) {

  public ObservedPod {
    sandboxes = List.copyOf(sandboxes);
    containers = List.copyOf(containers);
    replaced = Set.copyOf(replaced);
  }

  public ObservedPod(
      PodUid uid,
      PodKey key,
      List<ObservedSandbox> sandboxes,
      List<ObservedContainer> containers,
      Instant readAt) {
    this(uid, key, sandboxes, containers, readAt, Set.of());
  }

  public static ObservedPod nothing(PodUid uid, PodKey key, Instant readAt) {
    return new ObservedPod(uid, key, List.of(), List.of(), readAt);
  }

  /** The same reading, with what the agent knows of those of these containers that have ended. */
  public ObservedPod withReplaced(Set<String> ids) {
    Set<String> ended =
        containers.stream()
            .filter(c -> c.state() == ObservedContainer.State.EXITED)
            .map(ObservedContainer::id)
            .filter(ids::contains)
            .collect(Collectors.toSet());
    return new ObservedPod(uid, key, sandboxes, containers, readAt, ended);
  }

  /** The reading of a pod of which there was nothing, with the sandbox that was made since. */
  public ObservedPod withFirst(ObservedSandbox made) {
    return new ObservedPod(uid, key, List.of(made), containers, readAt, replaced);
  }

  /** The same reading, with these containers ended at these times. */
  public ObservedPod withEnds(Map<String, Instant> ends) {
    return new ObservedPod(
        uid,
        key,
        sandboxes,
        containers.stream().map(c -> withEnd(c, ends.get(c.id()))).toList(),
        readAt,
        replaced);
  }

  private static ObservedContainer withEnd(ObservedContainer container, @Nullable Instant end) {
    return end == null ? container : container.endedAt(end);
  }

  public boolean isReplaced(ObservedContainer container) {
    return replaced.contains(container.id());
  }

  public Optional<ObservedContainer> current(String containerName) {
    return containers.stream().filter(c -> c.name().equals(containerName)).findFirst();
  }

  /** The container of this name before the current one. */
  public Optional<ObservedContainer> previous(String containerName) {
    return containers.stream().filter(c -> c.name().equals(containerName)).skip(1).findFirst();
  }

  public Optional<ObservedSandbox> newestSandbox() {
    return sandboxes.stream().findFirst();
  }

  public Optional<ObservedSandbox> readySandbox() {
    return sandboxes.stream().filter(ObservedSandbox::ready).findFirst();
  }

  /** The sandbox that new containers go into: the newest one, while it is ready. */
  public Optional<ObservedSandbox> activeSandbox() {
    return newestSandbox().filter(ObservedSandbox::ready);
  }

  /** The current container of this name, if it is in the active sandbox. */
  public Optional<ObservedContainer> active(String containerName) {
    return activeSandbox()
        .flatMap(
            sandbox ->
                containers.stream()
                    .filter(c -> c.name().equals(containerName))
                    .filter(c -> c.sandboxId().equals(sandbox.id()))
                    .findFirst());
  }

  public boolean anyContainerRunning() {
    return containers.stream().anyMatch(ObservedContainer::isRunning);
  }

  public boolean isEmpty() {
    return sandboxes.isEmpty() && containers.isEmpty();
  }
}
