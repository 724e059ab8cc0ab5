package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.Criticality;
import dev.jubelet.pod.spec.PodDemand;
import dev.jubelet.pod.spec.QosClass;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Which pods have to go so that a critical one finds room: as few and as weakly promised as will
 * do. Guaranteed pods go only for what all others together could not free, burstable ones only for
 * what the best-effort ones cannot. Within a class the pod goes whose requests come nearest to what
 * is missing; of equals, the one that asks for less, and at last the later one. Pure.
 */
final class PreemptionRules {
  private final Map<PodUid, Amounts> requests = new HashMap<>();

  private PreemptionRules() {}

  /** Empty when not even the end of all pods that may be ended would free enough. */
  static Optional<List<Pod>> victims(
      Pod critical, Collection<Pod> active, List<Shortage> shortages) {
    return new PreemptionRules()
        .choose(active.stream().filter(pod -> mayPreempt(critical, pod)).toList(), shortages);
  }

  /** Only a strictly higher priority is above another critical pod. */
  private static boolean mayPreempt(Pod critical, Pod other) {
    if (!Criticality.isCritical(other)) {
      return true;
    }
    Integer mine = critical.getSpec().getPriority();
    Integer theirs = other.getSpec().getPriority();
    return mine != null && theirs != null && mine > theirs;
  }

  private Optional<List<Pod>> choose(List<Pod> candidates, List<Shortage> shortages) {
    Map<String, Long> missing = new HashMap<>();
    shortages.forEach(shortage -> missing.put(shortage.resource(), shortage.missing()));
    if (!without(missing, candidates).isEmpty()) {
      return Optional.empty();
    }
    List<Pod> bestEffort = of(QosClass.BEST_EFFORT, candidates);
    List<Pod> burstable = of(QosClass.BURSTABLE, candidates);
    List<Pod> guaranteed = of(QosClass.GUARANTEED, candidates);
    List<Pod> fromGuaranteed = nearest(guaranteed, without(missing, joined(bestEffort, burstable)));
    List<Pod> fromBurstable =
        nearest(burstable, without(missing, joined(bestEffort, fromGuaranteed)));
    List<Pod> fromBestEffort =
        nearest(bestEffort, without(missing, joined(fromBurstable, fromGuaranteed)));
    return Optional.of(joined(fromBestEffort, joined(fromBurstable, fromGuaranteed)));
  }

  /** What would still be missing without these pods. */
  private Map<String, Long> without(Map<String, Long> missing, List<Pod> gone) {
    Map<String, Long> rest = new HashMap<>();
    missing.forEach(
        (resource, amount) -> {
          long freed = gone.stream().mapToLong(pod -> requested(resource, pod)).sum();
          if (amount > freed) {
            rest.put(resource, amount - freed);
          }
        });
    return rest;
  }

  /** Takes one pod after another until nothing is missing. */
  private List<Pod> nearest(List<Pod> pods, Map<String, Long> missing) {
    List<Pod> left = new ArrayList<>(pods);
    List<Pod> taken = new ArrayList<>();
    Map<String, Long> rest = missing;
    while (!rest.isEmpty()) {
      Map<String, Long> now = rest;
      ToDoubleFunction<Pod> distance = pod -> distance(pod, now);
      Pod best =
          left.reversed().stream()
              .min(
                  Comparator.comparingDouble(distance)
                      .thenComparingLong(pod -> requested(Amounts.MEMORY, pod))
                      .thenComparingLong(pod -> requested(Amounts.CPU, pod)))
              .orElseThrow();
      left.remove(best);
      taken.add(best);
      rest = without(rest, List.of(best));
    }
    return taken;
  }

  /** How much of what is missing would still be missing: 0 for nothing, 1 for each resource. */
  private double distance(Pod pod, Map<String, Long> missing) {
    double distance = 0;
    for (Map.Entry<String, Long> entry : missing.entrySet()) {
      double rest = (double) entry.getValue() - requested(entry.getKey(), pod);
      if (rest > 0) {
        distance += Math.pow(rest / entry.getValue(), 2);
      }
    }
    return distance;
  }

  private long requested(String resource, Pod pod) {
    if (resource.equals(Amounts.PODS)) {
      return 1;
    }
    return Shortage.count(
        resource, requests.computeIfAbsent(PodUid.of(pod), uid -> PodDemand.requests(pod)));
  }

  private static List<Pod> of(QosClass qos, List<Pod> pods) {
    return pods.stream().filter(pod -> QosClass.of(pod) == qos).toList();
  }

  private static List<Pod> joined(List<Pod> first, List<Pod> second) {
    List<Pod> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
