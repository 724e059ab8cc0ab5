package dev.jubelet.pod.status;

import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The newest status of every pod.
 *
 * <p>Thread: any; the status of one pod is written by its lane only. Owns: the statuses.
 */
public final class StatusStore {
  private final ConcurrentMap<PodUid, PodStatus> statuses = new ConcurrentHashMap<>();

  public Optional<PodStatus> find(PodUid uid) {
    return Optional.ofNullable(statuses.get(uid));
  }

  public void put(PodUid uid, PodStatus status) {
    statuses.put(uid, status);
  }

  public void forget(PodUid uid) {
    statuses.remove(uid);
  }

  /** The pod with its newest status. */
  public Pod withStatus(Pod pod) {
    return find(PodUid.of(pod))
        .map(
            status -> {
              Pod shown = new Pod();
              shown.setApiVersion(pod.getApiVersion());
              shown.setKind(pod.getKind());
              shown.setMetadata(pod.getMetadata());
              shown.setSpec(pod.getSpec());
              shown.setStatus(status);
              return shown;
            })
        .orElse(pod);
  }
}
