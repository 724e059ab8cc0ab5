package dev.jubelet.pod.worker;

import dev.jubelet.pod.actuate.ContainerLogs;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a pod has on this machine outside the runtime: directories, logs, cgroups and user ids.
 *
 * <p>Thread: any; one at a time for a pod.
 *
 * @param userIds gives back the ids of a user namespace
 */
public record PodRemains(
    VolumeLifecycle volumes,
    ContainerLogs logs,
    CgroupLifecycle cgroups,
    Consumer<PodUid> userIds) {
  private static final String UNKNOWN = "unknown";

  /** All pods of which there is something; the name is known only where there are logs. */
  public Map<PodUid, PodKey> list() {
    Map<PodUid, PodKey> found = new HashMap<>();
    for (Set<PodUid> uids : List.of(volumes.list(), cgroups.abandoned())) {
      uids.forEach(uid -> found.put(uid, new PodKey(UNKNOWN, uid.value())));
    }
    found.putAll(logs.pods());
    return found;
  }

  /**
   * Tears down volumes and removes cgroups of a pod that has stopped; returns what is left, as a
   * mount or cgroup may be busy for a moment.
   */
  List<String> release(PodUid uid, boolean endsProcesses) {
    List<String> left = new ArrayList<>(volumes.release(uid));
    left.addAll(cgroups.remove(uid, endsProcesses));
    if (left.isEmpty()) {
      userIds.accept(uid);
    }
    return left;
  }

  /** Ends processes that the runtime has lost: it says that no container of the pod runs. */
  void endLostProcesses(PodUid uid) {
    cgroups.remove(uid, true);
  }

  /**
   * Removes directories and cgroups; returns what is left. Processes of a pod that this agent has
   * just ended are ended with it; those of any other may be somebody else's.
   */
  List<String> remove(PodUid uid, boolean justEnded) {
    userIds.accept(uid);
    List<String> left = new ArrayList<>(volumes.remove(uid));
    left.addAll(cgroups.remove(uid, justEnded));
    return left;
  }
}
