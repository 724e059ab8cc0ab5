package dev.jubelet.pod.model;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How well a pod's CPU and memory are guarded, with the wire words. */
public enum QosClass {
  GUARANTEED("Guaranteed"),
  BURSTABLE("Burstable"),
  BEST_EFFORT("BestEffort");

  private static final List<String> COUNTED = List.of("cpu", "memory");

  private final String wireName;

  QosClass(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  /** The class that the API server gave the pod; computed when it gave none. */
  public static QosClass of(Pod pod) {
    String given = pod.getStatus() == null ? null : pod.getStatus().getQosClass();
    return Stream.of(values())
        .filter(c -> c.wireName.equals(given))
        .findFirst()
        .orElseGet(() -> compute(pod));
  }

  private static QosClass compute(Pod pod) {
    List<ResourceRequirements> demands = demands(pod);
    if (demands.stream().noneMatch(QosClass::asksAnything)) {
      return BEST_EFFORT;
    }
    return demands.stream().allMatch(QosClass::isGuaranteed) ? GUARANTEED : BURSTABLE;
  }

  /** The pod's own demand when it states one, otherwise those of its containers. */
  private static List<ResourceRequirements> demands(Pod pod) {
    ResourceRequirements ofPod = pod.getSpec().getResources();
    if (ofPod != null && asksAnything(ofPod)) {
      return List.of(ofPod);
    }
    return Stream.concat(ContainerSpec.init(pod).stream(), ContainerSpec.regular(pod).stream())
        .map(c -> c.container().getResources())
        .map(r -> r == null ? new ResourceRequirements() : r)
        .toList();
  }

  private static boolean asksAnything(ResourceRequirements demand) {
    return COUNTED.stream()
        .anyMatch(r -> isPositive(demand.getRequests(), r) || isPositive(demand.getLimits(), r));
  }

  private static boolean isGuaranteed(ResourceRequirements demand) {
    return COUNTED.stream()
        .allMatch(r -> isPositive(demand.getLimits(), r) && requestEqualsLimit(demand, r));
  }

  /** A request that is not stated is as large as the limit. */
  private static boolean requestEqualsLimit(ResourceRequirements demand, String resource) {
    Map<String, Quantity> requests = demand.getRequests();
    Quantity request = requests == null ? null : requests.get(resource);
    return request == null || request.compareTo(demand.getLimits().get(resource)) == 0;
  }

  private static boolean isPositive(@Nullable Map<String, Quantity> quantities, String resource) {
    Quantity quantity = quantities == null ? null : quantities.get(resource);
    return quantity != null && quantity.getNumericalAmount().signum() > 0;
  }
}
