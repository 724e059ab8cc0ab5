package dev.jubelet.app.path;

import dev.jubelet.node.shutdown.ShutdownPods;
import dev.jubelet.pod.model.PodReport;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.status.StatusStore;
import dev.jubelet.pod.worker.PodWorkers;
import dev.jubelet.pod.worker.WorkerState;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends pods for a shutdown on the path of all pods. One has ended when its last status was
 * reported, which is after its volumes were unmounted.
 *
 * <p>Thread: any. Owns: who waits for which pod.
 */
public final class ShutdownPodsAdapter implements ShutdownPods {
  private final PodWorkers workers;
  private final StatusStore statuses;
  private final Map<PodUid, Runnable> waiting = new ConcurrentHashMap<>();

  public ShutdownPodsAdapter(PodPathAssembly path) {
    this.workers = path.workers;
    this.statuses = path.statuses;
    statuses.subscribe(new Reports());
  }

  @Override
  public List<Pod> active() {
    return workers.all().stream()
        .filter(worker -> worker.state() != WorkerState.TERMINATED)
        .map(PodWorkers.Working::wanted)
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .toList();
  }

  @Override
  public void end(Pod pod, PodVerdict.Failed verdict, long graceSeconds, Runnable ended) {
    PodUid uid = PodUid.of(pod);
    waiting.put(uid, ended);
    workers.kill(uid, verdict, graceSeconds, _ -> {});
    if (isOver(uid) || workers.find(uid).isEmpty()) {
      over(uid);
    }
  }

  private boolean isOver(PodUid uid) {
    return statuses.report(uid).filter(PodReport::over).isPresent();
  }

  private void over(PodUid uid) {
    Runnable ended = waiting.remove(uid);
    if (ended != null) {
      ended.run();
    }
  }

  private final class Reports implements StatusStore.Listener {
    @Override
    public void reported(PodUid uid) {
      if (waiting.containsKey(uid) && isOver(uid)) {
        over(uid);
      }
    }

    @Override
    public void forgotten(PodUid uid) {
      over(uid);
    }
  }
}
