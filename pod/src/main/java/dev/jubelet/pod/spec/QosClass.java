package dev.jubelet.pod.spec;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** How firmly a pod's CPU and memory are promised, with the wire word of the pod's status. */
public enum QosClass {
  GUARANTEED("Guaranteed"),
  BURSTABLE("Burstable"),
  BEST_EFFORT("BestEffort");

  private static final List<String> COUNTED = List.of(Amounts.CPU, Amounts.MEMORY);

  private final String wireName;

  QosClass(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  /**
   * Guaranteed when everything limits CPU and memory and asks for exactly its limits, best effort
   * when nothing asks for any of them. What the pod states for itself replaces what its containers
   * state. A class that the pod's status already names stands: it never changes.
   */
  public static QosClass of(Pod pod) {
    String stated = pod.getStatus() == null ? null : pod.getStatus().getQosClass();
    for (QosClass qos : values()) {
      if (qos.wireName.equals(stated)) {
        return qos;
      }
    }
    return computed(pod);
  }

  private static QosClass computed(Pod pod) {
    Amounts requests = PodDemand.podLevelRequests(pod);
    Amounts limits = PodDemand.podLevelLimits(pod);
    if (!requests.equals(Amounts.NONE) || !limits.equals(Amounts.NONE)) {
      return of(List.of(new ResourceTotals(requests, limits)));
    }
    return of(Containers.all(pod).stream().map(QosClass::wish).toList());
  }

  private record ResourceTotals(Amounts requests, Amounts limits) {
    boolean asksForNothing() {
      return COUNTED.stream().noneMatch(n -> requests.isPositive(n) || limits.isPositive(n));
    }

    boolean asksForExactlyItsLimits() {
      return COUNTED.stream()
          .allMatch(n -> limits.isPositive(n) && requests.get(n).compareTo(limits.get(n)) == 0);
    }
  }

  private static ResourceTotals wish(Container container) {
    return new ResourceTotals(PodDemand.requests(container), PodDemand.limits(container));
  }

  private static QosClass of(List<ResourceTotals> wishes) {
    if (wishes.stream().allMatch(ResourceTotals::asksForNothing)) {
      return BEST_EFFORT;
    }
    return wishes.stream().allMatch(ResourceTotals::asksForExactlyItsLimits)
        ? GUARANTEED
        : BURSTABLE;
  }
}
