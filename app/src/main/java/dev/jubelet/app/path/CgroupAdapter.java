package dev.jubelet.app.path;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.worker.CgroupLifecycle;
import dev.jubelet.resource.CgroupRemoval;
import dev.jubelet.resource.PodCgroups;
import dev.jubelet.resource.cgroup.CgroupListener;
import dev.jubelet.resource.cgroup.NodeCgroups;
import dev.jubelet.resource.cgroup.PodCgroupKeeper;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The cgroups of pods for their workers. Thread: the lanes. */
record CgroupAdapter(
    PodCgroups ended,
    PodCgroupKeeper keeper,
    NodeCgroups node,
    CgroupListener listener,
    Timers timers)
    implements CgroupLifecycle {

  @Override
  public Optional<String> ensure(Pod pod) {
    Optional<String> problem = keeper.ensure(pod);
    node.podsChanged();
    return problem;
  }

  @Override
  public boolean isLost(PodUid uid) {
    node.met(uid);
    return keeper.isLost(uid);
  }

  @Override
  public List<String> remove(PodUid uid, boolean endsProcesses) {
    keeper.forget(uid);
    long begin = timers.nanoTime();
    CgroupRemoval removal = ended.remove(uid, endsProcesses);
    listener.did(CgroupListener.Operation.DESTROY, Duration.ofNanos(timers.nanoTime() - begin));
    node.gone(uid);
    if (!(removal instanceof CgroupRemoval.Remaining remaining)) {
      return List.of();
    }
    if (!endsProcesses) {
      keeper.slowDown(uid);
    }
    return remaining.problems();
  }

  @Override
  public Set<PodUid> abandoned() {
    return ended.abandoned();
  }
}
