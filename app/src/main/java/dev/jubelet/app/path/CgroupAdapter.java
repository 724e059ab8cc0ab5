package dev.jubelet.app.path;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.worker.CgroupLifecycle;
import dev.jubelet.resource.CgroupRemoval;
import dev.jubelet.resource.PodCgroups;
import java.util.List;
import java.util.Set;

/** The cgroups of pods for their workers. Thread: the lanes. */
record CgroupAdapter(PodCgroups cgroups) implements CgroupLifecycle {
  @Override
  public List<String> remove(PodUid uid, boolean endsProcesses) {
    return cgroups.remove(uid, endsProcesses) instanceof CgroupRemoval.Remaining remaining
        ? remaining.problems()
        : List.of();
  }

  @Override
  public Set<PodUid> abandoned() {
    return cgroups.abandoned();
  }
}
