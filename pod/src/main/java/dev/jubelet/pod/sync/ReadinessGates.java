package dev.jubelet.pod.sync;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodReadinessGate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What others say about a pod's readiness, where its spec asks for it. Pure. */
final class ReadinessGates {
  private ReadinessGates() {}

  /** The status of each gate's condition, by its type; a gate that nobody set is missing. */
  static Map<String, String> of(Pod pod) {
    List<String> gates =
        pod.getSpec().getReadinessGates().stream().map(PodReadinessGate::getConditionType).toList();
    Map<String, String> states = new HashMap<>();
    if (pod.getStatus() != null) {
      for (PodCondition condition : pod.getStatus().getConditions()) {
        if (gates.contains(condition.getType())) {
          states.put(condition.getType(), condition.getStatus());
        }
      }
    }
    return states;
  }
}
