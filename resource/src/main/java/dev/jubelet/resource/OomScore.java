package dev.jubelet.resource;

import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.pod.spec.Criticality;
import dev.jubelet.pod.spec.PodDemand;
import dev.jubelet.pod.spec.QosClass;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/**
 * Who dies first when the machine is out of memory. A burstable container is spared in proportion
 * to the share of the machine's memory that it asked for: one that uses more than that stands
 * before all that keep to theirs.
 */
public final class OomScore {
  private static final int PROTECTED = -997;
  private static final int FIRST_TO_DIE = 1000;
  private static final int BURSTABLE_FLOOR = FIRST_TO_DIE + PROTECTED;
  private static final int BURSTABLE_CEILING = FIRST_TO_DIE - 1;

  private OomScore() {}

  /** The value for /proc/PID/oom_score_adj of the container's processes. */
  public static int adjustment(Pod pod, Container container, long memoryCapacity) {
    if (Criticality.isNodeCritical(pod)) {
      return PROTECTED;
    }
    return switch (QosClass.of(pod)) {
      case GUARANTEED -> PROTECTED;
      case BEST_EFFORT -> FIRST_TO_DIE;
      case BURSTABLE -> burstable(pod, container, memoryCapacity);
    };
  }

  private static int burstable(Pod pod, Container container, long capacity) {
    long request = memoryRequest(container);
    if (isSidecarOf(pod, container)) {
      request = Math.max(request, smallestRegularRequest(pod));
    }
    request += unclaimed(pod);
    long spared = 1000 * Math.min(request, capacity) / capacity;
    return Math.clamp(FIRST_TO_DIE - spared, BURSTABLE_FLOOR, BURSTABLE_CEILING);
  }

  /** What the pod asks for beyond its containers, each of which has an equal part of it. */
  private static long unclaimed(Pod pod) {
    Amounts ofPod = PodDemand.podLevelRequests(pod);
    if (!ofPod.isPositive(Amounts.MEMORY)) {
      return 0;
    }
    List<Container> all = Containers.all(pod);
    long claimed = all.stream().mapToLong(OomScore::memoryRequest).sum();
    return (ofPod.memoryBytes() - claimed) / all.size();
  }

  /** A sidecar must not die before the containers that it serves. */
  private static long smallestRegularRequest(Pod pod) {
    return Containers.regular(pod).stream().mapToLong(OomScore::memoryRequest).min().orElse(0);
  }

  private static boolean isSidecarOf(Pod pod, Container container) {
    return Containers.isSidecar(container)
        && Containers.init(pod).stream().anyMatch(c -> c.getName().equals(container.getName()));
  }

  private static long memoryRequest(Container container) {
    return PodDemand.requests(container).memoryBytes();
  }
}
