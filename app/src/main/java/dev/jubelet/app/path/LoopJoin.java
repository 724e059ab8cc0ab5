package dev.jubelet.app.path;

import dev.jubelet.app.metric.OrphanMeter;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.admit.ActivePods;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.RuntimeChange;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.status.StatusBuilder;
import dev.jubelet.pod.status.StatusStore;
import dev.jubelet.pod.sync.LoopActions;
import dev.jubelet.pod.worker.PodWorkers;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What the sync loop sets in motion.
 *
 * <p>Thread: the sync loop. Owns: what the active pods take of the node.
 */
final class LoopJoin implements LoopActions {
  private static final PodVerdict.Failed PREEMPTED =
      new PodVerdict.Failed(
          "Preempting",
          "Preempted in order to admit critical pod",
          "Pod was preempted by Kubelet to accommodate a critical pod.");

  private final PodWorkers workers;
  private final RecentPods recentPods;
  private final StatusStore statuses;
  private final PodEvents events;
  private final Timers timers;
  private final Means means;
  private final ActivePods activePods = new ActivePods();
  private final StatusBuilder statusBuilder = new StatusBuilder();

  /** Says whether a pod may run beside those others. */
  @FunctionalInterface
  interface Admitter {
    Admission admit(Pod pod, ActivePods others, boolean nodeWasRead);
  }

  /**
   * What is done elsewhere.
   *
   * @param nodeRead reads the Node object again and tells when that is done
   * @param wanted is told of a pod before its worker
   * @param over is told of a pod that has ended for good
   * @param leftovers the pods of which something is on this machine
   */
  record Means(
      Admitter admission,
      Consumer<Runnable> nodeRead,
      Consumer<Pod> wanted,
      Consumer<PodUid> over,
      Supplier<Map<PodUid, PodKey>> leftovers,
      OrphanMeter orphans) {}

  LoopJoin(
      PodWorkers workers,
      RecentPods recentPods,
      Means means,
      StatusStore statuses,
      PodEvents events,
      Timers timers) {
    this.workers = workers;
    this.recentPods = recentPods;
    this.means = means;
    this.statuses = statuses;
    this.events = events;
    this.timers = timers;
  }

  @Override
  public Admission admit(Pod pod, boolean nodeWasRead) {
    recentPods.back(PodUid.of(pod));
    return means.admission().admit(pod, activePods, nodeWasRead);
  }

  @Override
  public void readNode(Runnable done) {
    means.nodeRead().accept(done);
  }

  @Override
  public void run(Pod pod) {
    recentPods.back(PodUid.of(pod));
    if (workers.isRemoving(PodUid.of(pod)) || !Phases.isOver(statuses.withStatus(pod))) {
      activePods.put(pod);
      means.wanted().accept(pod);
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
              activePods.drop(uid);
              means.over().accept(uid);
            });
  }

  @Override
  public void remove(PodUid uid) {
    activePods.drop(uid);
    workers.remove(uid);
  }

  @Override
  public void removeOrphan(PodUid uid, PodKey key) {
    means.orphans().found(uid);
    workers.removeOrphan(uid, key);
  }

  @Override
  public Map<PodUid, PodKey> leftovers() {
    return means.leftovers().get();
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
  public void forget(PodUid uid) {
    statuses.report(uid).ifPresent(recentPods::gone);
    statuses.forget(uid);
  }
}
