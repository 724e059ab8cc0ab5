package dev.jubelet.pod.sync;

import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pods that the sources want on this node.
 *
 * <p>Thread: written by the sync loop, read by any; readers see a whole set.
 */
public final class WantedPods {
  private volatile Map<PodUid, Pod> pods = Map.of();

  public Collection<Pod> all() {
    return List.copyOf(pods.values());
  }

  public Optional<Pod> find(PodUid uid) {
    return Optional.ofNullable(pods.get(uid));
  }

  void put(Pod pod) {
    Map<PodUid, Pod> next = new LinkedHashMap<>(pods);
    next.put(PodUid.of(pod), pod);
    pods = next;
  }

  void remove(PodUid uid) {
    Map<PodUid, Pod> next = new LinkedHashMap<>(pods);
    next.remove(uid);
    pods = next;
  }
}
