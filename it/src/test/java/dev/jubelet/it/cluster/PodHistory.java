package dev.jubelet.it.cluster;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.watch.WatchListener;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Every version of every pod that the API server has shown to an administrator, so that a test sees
 * what was said on the way and not only what stands in the end.
 *
 * <p>Thread: told on the reflector's lane, asked from any. Owns: the versions by UID.
 */
final class PodHistory implements WatchListener<Pod> {
  private final Map<String, List<Pod>> versions = new LinkedHashMap<>();
  private final Map<String, Pod> present = new LinkedHashMap<>();

  @Override
  public synchronized void replaced(List<Pod> all, String resourceVersion) {
    present.clear();
    all.forEach(this::put);
  }

  @Override
  public synchronized void changed(WatchEvent<Pod> event) {
    switch (event) {
      case WatchEvent.Added<Pod>(Pod pod, _) -> put(pod);
      case WatchEvent.Modified<Pod>(Pod pod, _) -> put(pod);
      case WatchEvent.Deleted<Pod>(Pod pod, _) -> present.remove(uid(pod));
      case WatchEvent.Bookmark<Pod> _ -> {}
    }
  }

  @Override
  public void lost(ApiException reason) {}

  /** What was shown so far never was. */
  synchronized void forget() {
    versions.clear();
    present.clear();
  }

  private void put(Pod pod) {
    present.put(uid(pod), pod);
    List<Pod> life = versions.computeIfAbsent(uid(pod), _ -> new ArrayList<>());
    if (life.isEmpty() || !version(life.getLast()).equals(version(pod))) {
      life.add(pod);
    }
  }

  private static String version(Pod pod) {
    return pod.getMetadata().getResourceVersion();
  }

  private static String uid(Pod pod) {
    return pod.getMetadata().getUid();
  }

  synchronized List<Pod> present() {
    return List.copyOf(present.values());
  }

  Optional<Pod> find(String name) {
    return present().stream().filter(pod -> pod.getMetadata().getName().equals(name)).findFirst();
  }

  /** From its creation on. */
  synchronized List<Pod> versionsOf(String uid) {
    return List.copyOf(versions.getOrDefault(uid, List.of()));
  }

  /** Pods that said something which what they had said before forbids; a line for each. */
  synchronized List<String> contradictions() {
    List<String> found = new ArrayList<>();
    for (List<Pod> life : versions.values()) {
      for (int i = 1; i < life.size(); i++) {
        contradiction(life.get(i - 1), life.get(i)).ifPresent(found::add);
      }
    }
    return found;
  }

  private static Optional<String> contradiction(Pod before, Pod after) {
    String name = before.getMetadata().getName();
    String phase = before.getStatus().getPhase();
    if (PodStates.isOver(before) && !phase.equals(after.getStatus().getPhase())) {
      return Optional.of(name + " was " + phase + " and is " + after.getStatus().getPhase());
    }
    if (PodStates.restarts(after) < PodStates.restarts(before)) {
      return Optional.of(name + " has fewer restarts than it had");
    }
    return Optional.empty();
  }
}
