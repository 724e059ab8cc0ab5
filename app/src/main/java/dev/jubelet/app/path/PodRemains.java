package dev.jubelet.app.path;

import dev.jubelet.pod.actuate.ContainerLogs;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.resource.CgroupRemoval;
import dev.jubelet.resource.PodCgroups;
import dev.jubelet.volume.PodVolumes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a pod has on this machine outside the runtime: directories, logs and cgroups.
 *
 * <p>Thread: any; one at a time for a pod.
 */
record PodRemains(PodVolumes volumes, ContainerLogs logs, PodCgroups cgroups) {
  private static final String UNKNOWN = "unknown";

  /** All pods of which there is something; the name is known only where there are logs. */
  Map<PodUid, PodKey> list() {
    Map<PodUid, PodKey> found = new HashMap<>();
    for (Set<PodUid> uids : List.of(volumes.list(), cgroups.abandoned())) {
      uids.forEach(uid -> found.put(uid, new PodKey(UNKNOWN, uid.value())));
    }
    found.putAll(logs.pods());
    return found;
  }

  /**
   * Ends volumes and removes cgroups of a pod that has stopped; returns what could not be given
   * back yet, as a mount or cgroup may be busy for a moment. With {@code endsProcesses} those that
   * are still in the cgroups are ended.
   */
  List<String> release(PodUid uid, boolean endsProcesses) {
    List<String> left = new ArrayList<>(volumes.release(uid));
    if (cgroups.remove(uid, endsProcesses) instanceof CgroupRemoval.Remaining remaining) {
      left.addAll(remaining.problems());
    }
    return left;
  }

  /** Ends processes that the runtime has lost: it says that no container of the pod runs. */
  void endLostProcesses(PodUid uid) {
    cgroups.remove(uid, true);
  }

  /**
   * Removes directories and cgroups; returns what could not be removed yet. Processes of a pod that
   * this agent has just ended are ended with it; those of any other may be somebody else's.
   */
  List<String> remove(PodUid uid, boolean justEnded) {
    List<String> left = new ArrayList<>(volumes.remove(uid));
    if (cgroups.remove(uid, justEnded) instanceof CgroupRemoval.Remaining remaining) {
      left.addAll(remaining.problems());
    }
    return left;
  }
}
