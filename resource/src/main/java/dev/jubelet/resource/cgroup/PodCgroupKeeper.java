package dev.jubelet.resource.cgroup;

import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.QosClass;
import dev.jubelet.resource.CgroupNames;
import dev.jubelet.resource.CpuRules;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cgroup of each pod: made before the runtime puts anything into it, looked after while the pod
 * is there.
 *
 * <p>Thread: the pods' lanes, and the lane that looks after them. Owns: which pods have lost
 * theirs.
 */
public final class PodCgroupKeeper {
  private static final Logger log = LoggerFactory.getLogger(PodCgroupKeeper.class);

  private final CgroupNames names;
  private final Cgroups cgroups;
  private final PodCgroupRules rules;
  private final CgroupListener listener;
  private final Set<PodUid> lost = ConcurrentHashMap.newKeySet();

  public PodCgroupKeeper(
      CgroupNames names, Cgroups cgroups, PodCgroupRules rules, CgroupListener listener) {
    this.names = names;
    this.cgroups = cgroups;
    this.rules = rules;
    this.listener = listener;
  }

  /** Makes the pod's cgroup unless it is there. Returns why that fails. */
  public Optional<String> ensure(Pod pod) {
    if (!names.perQos()) {
      return Optional.empty();
    }
    Path cgroup = of(pod);
    try {
      if (!cgroups.exists(cgroup)) {
        cgroups.create(cgroup, rules.of(pod));
      }
      lost.remove(PodUid.of(pod));
      return Optional.empty();
    } catch (CgroupException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Whether a pod of which something ran had no cgroup when last looked at. */
  public boolean isLost(PodUid uid) {
    return lost.contains(uid);
  }

  public void forget(PodUid uid) {
    lost.remove(uid);
  }

  /** Lets what is left of a pod that is not wanted any more have the least of the CPU. */
  public void slowDown(PodUid uid) {
    for (QosClass qos : QosClass.values()) {
      Path cgroup = names.pod(uid, qos);
      if (cgroups.exists(cgroup)) {
        try {
          cgroups.update(cgroup, CgroupValues.NONE.withShares(CpuRules.MIN_SHARES));
        } catch (CgroupException e) {
          log.atDebug()
              .addKeyValue("error", e.getMessage())
              .log("The cgroup of an ended pod has gone meanwhile, or keeps its share");
        }
      }
    }
  }

  /**
   * Puts back what somebody else has changed for a pod of which something runs. Returns whether the
   * cgroup has gone, so that what runs is held to nothing any more.
   */
  boolean lookAfter(Pod pod) {
    Path cgroup = of(pod);
    if (!cgroups.exists(cgroup)) {
      return lost.add(PodUid.of(pod));
    }
    try {
      List<String> files = cgroups.repair(cgroup, rules.of(pod));
      if (!files.isEmpty()) {
        listener.repaired(files.size());
        log.atWarn()
            .addKeyValue("pod", PodKey.of(pod))
            .addKeyValue("cgroup", "/" + cgroup)
            .addKeyValue("files", files)
            .log("Somebody had changed the cgroup of a pod; its values are put back");
      }
    } catch (CgroupException e) {
      log.atWarn()
          .addKeyValue("pod", PodKey.of(pod))
          .addKeyValue("error", e.getMessage())
          .log("Somebody has changed the cgroup of a pod, and it stays so");
    }
    return false;
  }

  private Path of(Pod pod) {
    return names.pod(PodUid.of(pod), QosClass.of(pod));
  }
}
