package dev.jubelet.resource.cgroup;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.QosClass;
import dev.jubelet.resource.CgroupNames;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cgroup of all pods and those of the classes: there before the first pod, weighed anew when
 * pods come and go, and looked after every minute together with those of the pods.
 *
 * <p>Thread: {@link #start} on the one that starts the agent, then its lane {@code cgroups}; it may
 * be woken from any. Owns: what was last written, and when all was last looked at.
 */
public final class NodeCgroups implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(NodeCgroups.class);
  private static final Duration PERIOD = Duration.ofMinutes(1);
  private static final Duration UNTIL_ALL_ARE_KNOWN = Duration.ofSeconds(10);
  private static final List<QosClass> LEVELS =
      List.of(QosClass.GUARANTEED, QosClass.BURSTABLE, QosClass.BEST_EFFORT);

  /** The parts that are looked after. */
  public record Parts(
      CgroupNames names, Cgroups cgroups, NodeCgroupRules rules, PodCgroupKeeper pods) {}

  private final Parts parts;
  private final boolean enforced;
  private final Timers timers;
  private final Lane lane;
  private final Map<QosClass, CgroupValues> written = new EnumMap<>(QosClass.class);
  private final Set<PodUid> met = ConcurrentHashMap.newKeySet();
  private final Set<PodUid> looked = new HashSet<>();
  private @Nullable Long lookedAt;
  private boolean told;

  private volatile @Nullable NodeOfCgroups node;
  private volatile boolean closed;
  private volatile NodeCgroupRules.MemoryAsked asked = new NodeCgroupRules.MemoryAsked(0, 0);

  /**
   * @param enforced whether pods are held to what is left for them, which people are told
   */
  public NodeCgroups(Parts parts, boolean enforced, Timers timers) {
    this.parts = parts;
    this.enforced = enforced;
    this.timers = timers;
    this.lane = new Lane("cgroups", this::step, timers);
  }

  /**
   * Makes the cgroups that are missing, with their values; those that are there get theirs soon.
   * Throws {@link CgroupException} when they cannot be made.
   */
  public void start(NodeOfCgroups around) {
    if (parts.names().perQos()) {
      prepare(around);
      lane.wake();
    }
  }

  void prepare(NodeOfCgroups around) {
    Path root = parts.names().root();
    parts
        .cgroups()
        .problem(root)
        .ifPresent(
            problem -> {
              throw new CgroupException("invalid configuration: cgroupRoot: " + problem);
            });
    for (QosClass level : LEVELS) {
      Path cgroup = parts.names().pods(level);
      if (!parts.cgroups().exists(cgroup)) {
        parts.cgroups().create(cgroup, values(level, List.of()));
      }
    }
    node = around;
  }

  /** A pod has come or gone. */
  public void podsChanged() {
    if (node != null) {
      lane.wake();
    }
  }

  /** A pod is there: one that this agent has not met before may have run under another. */
  public void met(PodUid uid) {
    if (met.add(uid)) {
      podsChanged();
    }
  }

  /** A pod is gone. */
  public void gone(PodUid uid) {
    met.remove(uid);
    podsChanged();
  }

  /** What active pods ask for, as last counted. */
  public NodeCgroupRules.MemoryAsked memoryAsked() {
    return asked;
  }

  Next step() {
    NodeOfCgroups around = node;
    if (around == null || closed) {
      return Next.DONE;
    }
    List<ActivePod> active = around.activePods();
    List<Pod> pods = active.stream().map(ActivePod::pod).toList();
    asked = NodeCgroupRules.MemoryAsked.by(pods);
    boolean looks = isTimeToLook();
    boolean all = around.knowsAllPods();
    // Classes are not weighed by some of their pods: those that are not known yet may run already.
    for (QosClass level : all ? LEVELS : List.of(QosClass.GUARANTEED)) {
      hold(level, values(level, pods), looks, around);
    }
    if (looks) {
      looked.clear();
      lookedAt = timers.nanoTime();
      around.removeAbandoned();
    }
    lookAfterPods(active, around);
    return new Next.After(all ? PERIOD : UNTIL_ALL_ARE_KNOWN);
  }

  private boolean isTimeToLook() {
    Long last = lookedAt;
    return last == null || timers.nanoTime() - last >= PERIOD.toNanos();
  }

  private CgroupValues values(QosClass level, List<Pod> active) {
    CgroupValues values = parts.rules().of(level, active);
    return level == QosClass.GUARANTEED
        ? values.withCpus(parts.cgroups().cpusOf(parts.names().root()))
        : values;
  }

  private void hold(QosClass level, CgroupValues values, boolean looks, NodeOfCgroups around) {
    Path cgroup = parts.names().pods(level);
    try {
      if (!parts.cgroups().exists(cgroup)) {
        parts.cgroups().create(cgroup, values);
      } else if (!values.equals(written.get(level))) {
        parts.cgroups().update(cgroup, values);
      } else if (looks) {
        parts.cgroups().repair(cgroup, values);
      }
      written.put(level, values);
      if (level == QosClass.GUARANTEED) {
        tellEnforced(around);
      }
    } catch (CgroupException e) {
      written.remove(level);
      tellFailure(level, cgroup, e, around);
    }
  }

  private void tellEnforced(NodeOfCgroups around) {
    if (enforced && !told) {
      told = true;
      around.tell(
          NodeEvent.Type.NORMAL,
          "NodeAllocatableEnforced",
          "Updated Node Allocatable limit across pods");
    }
  }

  private void tellFailure(QosClass level, Path cgroup, CgroupException e, NodeOfCgroups around) {
    log.atWarn()
        .addKeyValue("cgroup", "/" + cgroup)
        .addKeyValue("error", e.getMessage())
        .log("Cannot give a cgroup above those of pods its values");
    if (enforced && level == QosClass.GUARANTEED) {
      told = false;
      around.tell(
          NodeEvent.Type.WARNING,
          "FailedNodeAllocatableEnforcement",
          "Failed to update Node Allocatable Limits \"/%s\": %s".formatted(cgroup, e.getMessage()));
    }
  }

  /** Only at those of which something runs: the cgroup of another may be in the making. */
  private void lookAfterPods(List<ActivePod> active, NodeOfCgroups around) {
    for (ActivePod pod : active) {
      PodUid uid = PodUid.of(pod.pod());
      if (pod.runs() && looked.add(uid) && parts.pods().lookAfter(pod.pod())) {
        around.lostCgroup(uid);
      }
    }
  }

  /** Cgroups stay: pods run on. */
  @Override
  public void close() {
    closed = true;
    lane.wake();
  }
}
