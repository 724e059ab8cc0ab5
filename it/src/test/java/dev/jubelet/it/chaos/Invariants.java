package dev.jubelet.it.chaos;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.api.cri.PodSandboxState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What must hold at every moment of every pod, judged from one reading after another.
 *
 * <p>Thread: any. Owns: the highest restart counts, the ended phases and the init containers that
 * succeeded so far, and the violations.
 */
final class Invariants {
  private static final String UID = "io.kubernetes.pod.uid";
  private static final String NAME = "io.kubernetes.container.name";
  private static final String RESTARTS = "io.kubernetes.container.restartCount";

  private final Predicate<Container> succeeded;
  private final Map<String, Integer> restarts = new HashMap<>();
  private final Map<String, String> endedPhases = new HashMap<>();
  private final Map<String, Container> latest = new HashMap<>();
  private final Map<String, Container> doneInits = new HashMap<>();
  private final Set<String> reborn = new HashSet<>();
  private final Set<String> violations = new LinkedHashSet<>();

  /**
   * @param succeeded whether an exited container ended well
   */
  Invariants(Predicate<Container> succeeded) {
    this.succeeded = succeeded;
  }

  synchronized void observeRuntime(List<Container> containers, List<PodSandbox> sandboxes) {
    unique(
        "running containers",
        containers.stream()
            .filter(c -> c.getState() == ContainerState.CONTAINER_RUNNING)
            .map(Invariants::key));
    unique(
        "ready sandboxes",
        sandboxes.stream()
            .filter(s -> s.getState() == PodSandboxState.SANDBOX_READY)
            .map(s -> s.getLabelsMap().getOrDefault(UID, "?")));
    containers.stream()
        .filter(c -> c.getMetadata().getName().startsWith("init-"))
        .forEach(this::initsSucceedOnce);
    containers.forEach(this::laterCountsMore);
  }

  /** A new agent shows a pod before it has read it: without any condition, which tells nothing. */
  synchronized void observeStatus(List<Pod> pods) {
    for (Pod pod : pods) {
      if (pod.getStatus().getConditions().isEmpty()) {
        continue;
      }
      String uid = pod.getMetadata().getUid();
      endsForEver(uid, pod.getStatus().getPhase());
      Stream.of(pod.getStatus().getContainerStatuses(), pod.getStatus().getInitContainerStatuses())
          .flatMap(List::stream)
          .filter(status -> status.getContainerID() != null)
          .forEach(c -> neverFalls(uid, uid + "/" + c.getName(), count(c)));
    }
  }

  private static int count(ContainerStatus status) {
    return status.getRestartCount() == null ? 0 : status.getRestartCount();
  }

  private void unique(String what, Stream<String> keys) {
    Set<String> seen = new HashSet<>();
    keys.filter(key -> !seen.add(key)).forEach(key -> violations.add("two " + what + " of " + key));
  }

  private void initsSucceedOnce(Container container) {
    String key = container.getPodSandboxId() + "/" + container.getMetadata().getName();
    Container done = doneInits.get(key);
    if (done == null
        && container.getState() == ContainerState.CONTAINER_EXITED
        && succeeded.test(container)) {
      doneInits.put(key, container);
    } else if (done != null && container.getCreatedAt() > done.getCreatedAt()) {
      violations.add(key(container) + " succeeded and ran again in the same sandbox");
    }
  }

  private void neverFalls(String uid, String key, int count) {
    if (reborn.contains(uid)) {
      return;
    }
    int before = restarts.merge(key, count, Math::max);
    if (count < before) {
      violations.add("restartCount of " + key + " fell from " + before + " to " + count);
    }
  }

  private void endsForEver(String uid, String phase) {
    if (reborn.contains(uid)) {
      return;
    }
    String ended = endedPhases.get(uid);
    if (ended != null && !ended.equals(phase)) {
      violations.add("phase of " + uid + " went from " + ended + " to " + phase);
    } else if (phase.equals("Succeeded") || phase.equals("Failed")) {
      endedPhases.put(uid, phase);
    }
  }

  /** Of one name, a container made later never counts fewer restarts. */
  private void laterCountsMore(Container container) {
    Container newest = latest.get(key(container));
    if (reborn.contains(uid(container))
        || (newest != null && newest.getCreatedAt() > container.getCreatedAt())) {
      return;
    }
    latest.put(key(container), container);
    if (newest != null && restartCount(container) < restartCount(newest)) {
      violations.add(
          "restarts of %s fell from %d to %d"
              .formatted(key(container), restartCount(newest), restartCount(container)));
    }
  }

  private static String key(Container container) {
    return uid(container) + "/" + container.getLabelsMap().get(NAME);
  }

  private static String uid(Container container) {
    return container.getLabelsMap().getOrDefault(UID, "?");
  }

  private static int restartCount(Container container) {
    return Integer.parseInt(container.getAnnotationsMap().getOrDefault(RESTARTS, "0"));
  }

  /** The pod goes away and comes again under its UID: its counts and its phase may begin anew. */
  synchronized void reborn(String uid) {
    reborn.add(uid);
  }

  synchronized List<String> violations() {
    return List.copyOf(violations);
  }
}
