package dev.jubelet.pod.sync;

import com.google.errorprone.annotations.concurrent.GuardedBy;
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
 * <p>Thread: written by the sync loop, read by any. Owns: the pods.
 */
public final class WantedPods {
  @GuardedBy("this")
  private final Map<PodUid, Pod> pods = new LinkedHashMap<>();

  /** As they are now, in the order of their arrival. */
  public synchronized Collection<Pod> all() {
    return List.copyOf(pods.values());
  }

  public synchronized Optional<Pod> find(PodUid uid) {
    return Optional.ofNullable(pods.get(uid));
  }

  synchronized void put(Pod pod) {
    pods.put(PodUid.of(pod), pod);
  }

  synchronized void remove(PodUid uid) {
    pods.remove(uid);
  }
}
