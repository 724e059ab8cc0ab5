package dev.jubelet.resource.eviction;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.pod.spec.Criticality;
import dev.jubelet.pod.spec.Phases;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Has those pods evicted that use more of the disks than they may. A pod is watched from the start
 * of its first container; one that has no limits, or that the node cannot do without, never is.
 *
 * <p>Thread: told by any; looks on a lane for each pod. Owns: those lanes.
 */
public final class LimitWatch implements AutoCloseable {
  private final DiskLooks looks;
  private final BiConsumer<Pod, Eviction> evictor;
  private final Timers timers;
  private final ConcurrentMap<PodUid, LimitLane> lanes = new ConcurrentHashMap<>();

  /**
   * @param evictor ends a pod; told once for each, and may not block
   */
  public LimitWatch(DiskLooks looks, BiConsumer<Pod, Eviction> evictor, Timers timers) {
    this.looks = looks;
    this.evictor = evictor;
    this.timers = timers;
  }

  /** The status of a pod has changed. */
  public void reported(Pod pod, PodStatus status) {
    PodUid uid = PodUid.of(pod);
    if (Phases.isTerminal(status.getPhase())) {
      forgotten(uid);
    } else if (!lanes.containsKey(uid) && hasBegun(status) && !Criticality.isCritical(pod)) {
      LocalLimits limits = LocalLimits.of(pod);
      if (!limits.isEmpty()) {
        watch(uid, new LimitLane(pod, limits, looks, evictor, timers));
      }
    }
  }

  private void watch(PodUid uid, LimitLane lane) {
    if (lanes.putIfAbsent(uid, lane) == null) {
      lane.begin();
    }
  }

  private static boolean hasBegun(PodStatus status) {
    return Stream.of(status.getInitContainerStatuses(), status.getContainerStatuses())
        .flatMap(statuses -> Containers.orEmpty(statuses).stream())
        .anyMatch(LimitWatch::hasBegun);
  }

  private static boolean hasBegun(ContainerStatus status) {
    ContainerState state = status.getState();
    return state != null && (state.getRunning() != null || state.getTerminated() != null);
  }

  /** Nothing is to be said of the pod any more. */
  public void forgotten(PodUid uid) {
    LimitLane lane = lanes.remove(uid);
    if (lane != null) {
      lane.end();
    }
  }

  @Override
  public void close() {
    lanes.values().forEach(LimitLane::end);
  }
}
