package dev.jubelet.pod.worker;

import dev.jubelet.pod.model.PodUid;
import java.util.List;
import java.util.Set;

/** The cgroups of pods. */
public interface CgroupLifecycle {

  /**
   * Removes the cgroups of a pod that has stopped. With {@code endsProcesses} processes that are
   * still in them are killed. Returns what is left and must be retried.
   */
  List<String> remove(PodUid uid, boolean endsProcesses);

  /** The pods that have a cgroup without processes. */
  Set<PodUid> abandoned();
}
