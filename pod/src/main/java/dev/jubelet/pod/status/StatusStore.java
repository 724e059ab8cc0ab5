package dev.jubelet.pod.status;

import dev.jubelet.pod.model.PodReport;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The newest status of every pod.
 *
 * <p>Thread: any; the status of one pod is written by its lane only. Owns: the statuses.
 */
public final class StatusStore {

  /** Who wants to know; told after the change, on the thread that made it, and may not block. */
  public interface Listener {
    void reported(PodUid uid);

    void forgotten(PodUid uid);
  }

  private final ConcurrentMap<PodUid, PodReport> reports = new ConcurrentHashMap<>();
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  public void subscribe(Listener listener) {
    listeners.add(listener);
  }

  public Optional<PodStatus> find(PodUid uid) {
    return report(uid).map(PodReport::status);
  }

  public Optional<PodReport> report(PodUid uid) {
    return Optional.ofNullable(reports.get(uid));
  }

  /** Of all pods that are here, wanted or still ending. */
  public List<PodReport> all() {
    return List.copyOf(reports.values());
  }

  public void put(Pod pod, PodStatus status) {
    put(new PodReport(pod, status, false));
  }

  /** The last status of a pod of which nothing runs or will run any more. */
  public void conclude(Pod pod, PodStatus status) {
    put(new PodReport(pod, status, true));
  }

  private void put(PodReport report) {
    PodUid uid = PodUid.of(report.pod());
    if (!report.equals(reports.put(uid, report))) {
      listeners.forEach(listener -> listener.reported(uid));
    }
  }

  public void forget(PodUid uid) {
    reports.remove(uid);
    listeners.forEach(listener -> listener.forgotten(uid));
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
