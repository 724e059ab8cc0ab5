package dev.jubelet.app.path;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.event.EventLog;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.sync.LoopInbox;
import dev.jubelet.pod.worker.PodWorkers;
import dev.jubelet.pod.worker.PodWorkers.Working;
import dev.jubelet.pod.worker.WorkerState;
import dev.jubelet.resource.PodCgroups;
import dev.jubelet.resource.cgroup.ActivePod;
import dev.jubelet.resource.cgroup.NodeOfCgroups;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The node for those who look after its cgroups. Thread: their lane, and the one that starts.
 *
 * @param knowsAll whether every source has told its pods, so that others belong to nobody
 * @param wanted whether a source wants this pod
 */
record CgroupNode(
    PodWorkers workers,
    PodCgroups ended,
    BooleanSupplier knowsAll,
    Predicate<PodUid> wanted,
    LoopInbox inbox,
    EventLog events,
    Timers timers)
    implements NodeOfCgroups {

  @Override
  public List<ActivePod> activePods() {
    return workers.all().stream()
        .filter(working -> working.state() != WorkerState.TERMINATED)
        .flatMap(CgroupNode::active)
        .toList();
  }

  private static Stream<ActivePod> active(Working working) {
    boolean runs = working.observed() != null && working.observed().anyContainerRunning();
    return Stream.ofNullable(working.wanted()).map(pod -> new ActivePod(pod, runs));
  }

  @Override
  public boolean knowsAllPods() {
    return knowsAll.getAsBoolean();
  }

  @Override
  public void lostCgroup(PodUid uid) {
    inbox.wake(uid);
  }

  /** Those that were found first are looked up afterwards: a new pod is known before its cgroup. */
  @Override
  public void removeAbandoned() {
    if (!knowsAll.getAsBoolean()) {
      return;
    }
    Set<PodUid> found = ended.abandoned();
    for (PodUid uid : found) {
      if (workers.find(uid).isEmpty() && !wanted.test(uid)) {
        ended.remove(uid, false);
      }
    }
  }

  @Override
  public void tell(NodeEvent.Type type, String reason, String message) {
    events.accept(new NodeEvent(timers.now(), type, reason, message, null, null, ""));
  }
}
