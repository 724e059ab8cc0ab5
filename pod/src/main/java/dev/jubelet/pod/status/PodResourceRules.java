package dev.jubelet.pod.status;

import dev.jubelet.pod.model.ContainerSpec;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a pod as a whole was allocated: its containers together or, where an init container needs
 * more, that; what the pod states for itself overrides the sum. Pure.
 */
final class PodResourceRules {

  private PodResourceRules() {}

  static void apply(Pod pod, PodStatus status) {
    Map<String, Quantity> requests = total(pod, ResourceRequirements::getRequests);
    addOverhead(pod, requests, false);
    Map<String, Quantity> limits = total(pod, ResourceRequirements::getLimits);
    addOverhead(pod, limits, true);
    ResourceRequirements resources = new ResourceRequirements();
    resources.setRequests(requests);
    resources.setLimits(limits);
    status.setResources(resources);
    status.setAllocatedResources(requests);
  }

  private static Map<String, Quantity> total(
      Pod pod, Function<ResourceRequirements, Map<String, Quantity>> part) {
    Map<String, Quantity> total = new LinkedHashMap<>();
    ContainerSpec.regular(pod).forEach(spec -> add(total, ofContainer(spec, part)));
    Map<String, Quantity> sidecars = new LinkedHashMap<>();
    Map<String, Quantity> peak = new LinkedHashMap<>();
    for (ContainerSpec spec : ContainerSpec.init(pod)) {
      Map<String, Quantity> needed = new LinkedHashMap<>(ofContainer(spec, part));
      if (spec.isSidecar()) {
        add(total, needed);
        add(sidecars, needed);
        raise(peak, sidecars);
      } else {
        add(needed, sidecars);
        raise(peak, needed);
      }
    }
    raise(total, peak);
    of(pod.getSpec().getResources(), part)
        .forEach((name, quantity) -> overrideOfPod(total, name, quantity));
    return total;
  }

  private static void overrideOfPod(
      Map<String, Quantity> total, String resource, Quantity quantity) {
    if (resource.equals("cpu") || resource.equals("memory") || resource.startsWith("hugepages-")) {
      total.put(resource, quantity);
    }
  }

  /** A resource without a limit stays without one. */
  private static void addOverhead(Pod pod, Map<String, Quantity> total, boolean toExistingOnly) {
    Map<String, Quantity> overhead = pod.getSpec().getOverhead();
    if (overhead != null) {
      overhead.forEach(
          (resource, quantity) -> {
            if (!toExistingOnly || total.containsKey(resource)) {
              add(total, Map.of(resource, quantity));
            }
          });
    }
  }

  private static void add(Map<String, Quantity> to, Map<String, Quantity> from) {
    from.forEach(
        (resource, quantity) ->
            to.merge(resource, quantity, (a, b) -> QuantityText.sum(resource, a, b)));
  }

  private static void raise(Map<String, Quantity> to, Map<String, Quantity> least) {
    least.forEach(
        (resource, quantity) ->
            to.merge(resource, quantity, (a, b) -> a.compareTo(b) >= 0 ? a : b));
  }

  private static Map<String, Quantity> ofContainer(
      ContainerSpec spec, Function<ResourceRequirements, Map<String, Quantity>> part) {
    return of(spec.container().getResources(), part);
  }

  private static Map<String, Quantity> of(
      @Nullable ResourceRequirements resources,
      Function<ResourceRequirements, Map<String, Quantity>> part) {
    return resources == null || part.apply(resources) == null ? Map.of() : part.apply(resources);
  }
}
