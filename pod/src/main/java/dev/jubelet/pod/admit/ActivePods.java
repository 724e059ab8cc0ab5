package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.PodDemand;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The pods that run here, and what they take of the node together. Each pod is reckoned once, when
 * it comes and when it goes, so that a node with a thousand pods admits the next as fast as the
 * first.
 *
 * <p>Thread: the sync loop. Owns: the sums.
 */
public final class ActivePods {

  /** What one pod takes. */
  private record Share(Pod pod, Amounts requests, List<HostPort> ports) {

    /** A pod that runs is not counted by numbers that nobody can read. */
    static Share of(Pod pod) {
      try {
        return new Share(pod, PodDemand.requests(pod), HostPort.of(pod));
      } catch (IllegalArgumentException e) {
        return new Share(pod, Amounts.NONE, List.of());
      }
    }
  }

  private final Map<PodUid, Share> shares = new LinkedHashMap<>();
  private final Map<HostPort, Integer> ports = new HashMap<>();
  private Amounts requested = Amounts.NONE;

  public static ActivePods of(Collection<Pod> pods) {
    ActivePods active = new ActivePods();
    active.become(pods);
    return active;
  }

  /** Takes the pods that are active now; those that were there before are not reckoned again. */
  public void become(Collection<Pod> pods) {
    for (Pod pod : pods) {
      PodUid uid = PodUid.of(pod);
      Share known = shares.get(uid);
      if (known == null || known.pod() != pod) {
        drop(uid);
        add(uid, pod);
      }
    }
    if (shares.size() > pods.size()) {
      Set<PodUid> gone = new HashSet<>(shares.keySet());
      pods.forEach(pod -> gone.remove(PodUid.of(pod)));
      gone.forEach(this::drop);
    }
  }

  private void add(PodUid uid, Pod pod) {
    Share share = Share.of(pod);
    shares.put(uid, share);
    requested = requested.plus(share.requests());
    share.ports().forEach(port -> ports.merge(port, 1, Integer::sum));
  }

  private void drop(PodUid uid) {
    Share share = shares.remove(uid);
    if (share != null) {
      requested = requested.minus(share.requests());
      share.ports().forEach(port -> ports.computeIfPresent(port, ActivePods::oneLess));
    }
  }

  private static @Nullable Integer oneLess(HostPort port, Integer count) {
    return count == 1 ? null : count - 1;
  }

  int count() {
    return shares.size();
  }

  Amounts requested() {
    return requested;
  }

  /** In the order of their arrival. */
  List<Pod> all() {
    return shares.values().stream().map(Share::pod).toList();
  }

  boolean holds(HostPort port) {
    return ports.keySet().stream().anyMatch(port::conflictsWith);
  }
}
