package dev.jubelet.pod.sync;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.RuntimeChange;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.status.StatusBuilder;
import dev.jubelet.pod.status.StatusStore;
import dev.jubelet.pod.worker.PodRemains;
import dev.jubelet.pod.worker.PodWorkers;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;

/**
 * Carries out what the sync loop decides, mostly by the pods' workers.
 *
 * <p>Thread: the sync loop.
 */
public final class WorkerActions implements LoopActions {
  private static final PodVerdict.Failed PREEMPTED =
      PodVerdict.Failed.unlessSucceeded(
          "Preempting",
          "Preempted in order to admit critical pod",
          "Pod was preempted by Kubelet to accommodate a critical pod.");

  private final Admitter admitter;
  private final PodWorkers workers;
  private final PodRemains remains;
  private final StatusStore statuses;
  private final ReferencedObjects references;
  private final RecentPods recentPods;
  private final PodEvents events;
  private final LoopListener listener;
  private final Timers timers;
  private final StatusBuilder statusBuilder = new StatusBuilder();

  public WorkerActions(
      Admitter admitter,
      PodWorkers workers,
      PodRemains remains,
      StatusStore statuses,
      ReferencedObjects references,
      RecentPods recentPods,
      PodEvents events,
      LoopListener listener,
      Timers timers) {
    this.admitter = admitter;
    this.workers = workers;
    this.remains = remains;
    this.statuses = statuses;
    this.references = references;
    this.recentPods = recentPods;
    this.events = events;
    this.listener = listener;
    this.timers = timers;
  }

  @Override
  public Admission admit(Pod pod, boolean nodeWasRead) {
    recentPods.back(PodUid.of(pod));
    return admitter.admit(pod, nodeWasRead);
  }

  @Override
  public void readNode(Runnable done) {
    admitter.readNode(done);
  }

  @Override
  public void run(Pod pod) {
    recentPods.back(PodUid.of(pod));
    if (workers.isRemoving(PodUid.of(pod)) || !Phases.isOver(statuses.withStatus(pod))) {
      admitter.active(pod);
      references.podWanted(pod);
    }
    workers.run(pod);
  }

  @Override
  public void reject(Pod pod, Admission.Rejected rejected) {
    statuses.conclude(
        pod, statusBuilder.rejected(pod, rejected.reason(), rejected.message(), timers.now()));
    events.warning(pod, rejected.reason(), rejected.message());
  }

  @Override
  public void preempt(Pod victim, Runnable ended) {
    events.warning(victim, PREEMPTED.reason(), PREEMPTED.message());
    workers.kill(PodUid.of(victim), PREEMPTED, null, outcome -> ended.run());
  }

  /** Unless it is a pod's former life that has ended, and the pod runs again. */
  @Override
  public void ended(PodUid uid) {
    statuses
        .find(uid)
        .filter(status -> Phases.isTerminal(status.getPhase()))
        .ifPresent(
            status -> {
              admitter.inactive(uid);
              references.podEnded(uid);
            });
  }

  @Override
  public void gone(PodUid uid) {
    references.podGone(uid);
  }

  @Override
  public void remove(PodUid uid) {
    admitter.inactive(uid);
    workers.remove(uid);
  }

  @Override
  public void removeOrphan(PodUid uid, PodKey key) {
    listener.orphanFound(uid);
    workers.removeOrphan(uid, key);
  }

  @Override
  public Map<PodUid, PodKey> leftovers() {
    return remains.list();
  }

  @Override
  public void runtimeChanged(RuntimeChange change) {
    workers.runtimeChanged(change);
  }

  @Override
  public void wake(PodUid uid) {
    workers.wake(uid);
  }

  @Override
  public void wakeAll() {
    workers.wakeAll();
  }

  @Override
  public void forget(PodUid uid) {
    statuses.report(uid).ifPresent(recentPods::gone);
    statuses.forget(uid);
  }
}
