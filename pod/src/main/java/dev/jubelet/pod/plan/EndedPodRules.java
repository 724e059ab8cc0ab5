package dev.jubelet.pod.plan;

import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.spec.Phases;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a pod that has ended, but is still wanted, keeps of its containers: the newest of each name,
 * for those who ask for its log. An evicted pod keeps none, since the node needs the room. Pure.
 */
public final class EndedPodRules {
  private EndedPodRules() {}

  /** The containers to remove. */
  public static List<ObservedContainer> superfluous(Pod pod, ObservedPod observed) {
    Set<String> kept = new HashSet<>();
    List<ObservedContainer> superfluous = new ArrayList<>();
    for (ObservedContainer container : observed.containers()) {
      boolean newest = kept.add(container.name());
      if (!container.isRunning() && (!newest || Phases.isEvicted(pod))) {
        superfluous.add(container);
      }
    }
    return superfluous;
  }
}
