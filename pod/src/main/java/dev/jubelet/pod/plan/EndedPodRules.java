package dev.jubelet.pod.plan;

import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.spec.Phases;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a pod that has ended, but is still wanted, keeps of its containers: the newest of each name,
 * or the newest few, for those who ask for its log. An evicted pod keeps none, since the node needs
 * the room. Pure.
 */
public final class EndedPodRules {
  private EndedPodRules() {}

  /** The containers to remove. */
  public static List<ObservedContainer> superfluous(Pod pod, ObservedPod observed, int kept) {
    Map<String, Integer> seen = new HashMap<>();
    List<ObservedContainer> superfluous = new ArrayList<>();
    for (ObservedContainer container : observed.containers()) {
      boolean older = seen.merge(container.name(), 1, Integer::sum) > kept;
      if (!container.isRunning() && (older || Phases.isEvicted(pod))) {
        superfluous.add(container);
      }
    }
    return superfluous;
  }
}
