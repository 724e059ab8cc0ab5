package dev.jubelet.pod.worker;

import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The cgroups of pods. */
public interface CgroupLifecycle {

  /** Makes the cgroup of a pod unless it is there. Returns why that fails. */
  Optional<String> ensure(Pod pod);

  /** Whether a pod of which something ran was found without its cgroup. */
  boolean isLost(PodUid uid);

  /**
   * Removes the cgroups of a pod that has stopped. With {@code endsProcesses} processes that are
   * still in them are killed. Returns what is left and must be retried.
   */
  List<String> remove(PodUid uid, boolean endsProcesses);

  /** The pods that have a cgroup without processes. */
  Set<PodUid> abandoned();
}
