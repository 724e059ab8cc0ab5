package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.PodDemand;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
  private final Map<Integer, List<HostPort>> ports = new HashMap<>();
  private Amounts requested = Amounts.NONE;

  public static ActivePods of(Collection<Pod> pods) {
    ActivePods active = new ActivePods();
    pods.forEach(active::put);
    return active;
  }

  /** A pod that runs here from now on, or that has changed. */
  public void put(Pod pod) {
    PodUid uid = PodUid.of(pod);
    drop(uid);
    Share share = Share.of(pod);
    shares.put(uid, share);
    requested = requested.plus(share.requests());
    for (HostPort port : share.ports()) {
      ports.computeIfAbsent(port.port(), number -> new ArrayList<>()).add(port);
    }
  }

  /** A pod that takes nothing any more. */
  public void drop(PodUid uid) {
    Share share = shares.remove(uid);
    if (share != null) {
      requested = requested.minus(share.requests());
      share.ports().forEach(this::free);
    }
  }

  private void free(HostPort port) {
    List<HostPort> taken = ports.getOrDefault(port.port(), List.of());
    taken.remove(port);
    if (taken.isEmpty()) {
      ports.remove(port.port());
    }
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
    return ports.getOrDefault(port.port(), List.of()).stream().anyMatch(port::conflictsWith);
  }
}
