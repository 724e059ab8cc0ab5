package dev.jubelet.pod.spec;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a pod asks for as a whole. Regular containers and sidecars run together, so theirs add up;
 * an ordinary init container runs alone beside the sidecars started before it, so the pod needs the
 * larger of the two. What the pod itself states for CPU, memory or huge pages replaces the sum.
 */
public final class PodDemand {
  private PodDemand() {}

  public static Amounts requests(Pod pod) {
    return requestsWithoutOverhead(pod).plus(overhead(pod));
  }

  public static Amounts requestsWithoutOverhead(Pod pod) {
    return podLevelRequests(pod).orElse(together(pod, PodDemand::requests));
  }

  /** A resource that any container leaves unlimited still has the sum of the others here. */
  public static Amounts limitsWithoutOverhead(Pod pod) {
    return podLevelLimits(pod).orElse(together(pod, PodDemand::limits));
  }

  /** With overhead, but only where there is a limit at all. */
  public static Amounts limits(Pod pod) {
    Map<String, BigDecimal> limits = new HashMap<>(limitsWithoutOverhead(pod).byName());
    overhead(pod)
        .byName()
        .forEach(
            (name, amount) ->
                limits.computeIfPresent(
                    name, (_, limit) -> limit.signum() == 0 ? limit : limit.add(amount)));
    return new Amounts(limits);
  }

  public static Amounts overhead(Pod pod) {
    return Amounts.of(pod.getSpec().getOverhead());
  }

  /** What containers ask for together, whatever the pod states for itself. */
  public static Amounts requestsOfContainers(Pod pod) {
    return together(pod, PodDemand::requests);
  }

  /** What containers are limited to together, whatever the pod states for itself. */
  public static Amounts limitsOfContainers(Pod pod) {
    return together(pod, PodDemand::limits);
  }

  /** Whether the pod can state this resource for itself. */
  public static boolean isOfPods(String resource) {
    return resource.equals(Amounts.CPU)
        || resource.equals(Amounts.MEMORY)
        || resource.startsWith(Amounts.HUGE_PAGES_PREFIX);
  }

  /** A container's requests; a limit without a request is its own request. */
  public static Amounts requests(Container container) {
    ResourceRequirements resources = container.getResources();
    return resources == null
        ? Amounts.NONE
        : Amounts.of(resources.getRequests()).orElse(Amounts.of(resources.getLimits()));
  }

  public static Amounts limits(Container container) {
    ResourceRequirements resources = container.getResources();
    return resources == null ? Amounts.NONE : Amounts.of(resources.getLimits());
  }

  /** What the pod states for itself; a limit without a request is its own request. */
  public static Amounts podLevelRequests(Pod pod) {
    ResourceRequirements resources = pod.getSpec().getResources();
    return resources == null
        ? Amounts.NONE
        : podLevel(resources.getRequests()).orElse(podLevel(resources.getLimits()));
  }

  public static Amounts podLevelLimits(Pod pod) {
    ResourceRequirements resources = pod.getSpec().getResources();
    return resources == null ? Amounts.NONE : podLevel(resources.getLimits());
  }

  private static Amounts podLevel(@Nullable Map<String, Quantity> quantities) {
    Map<String, BigDecimal> supported = new HashMap<>(Amounts.of(quantities).byName());
    supported.keySet().removeIf(name -> !isOfPods(name));
    return new Amounts(supported);
  }

  private static Amounts together(Pod pod, Function<Container, Amounts> of) {
    Amounts regular = Amounts.NONE;
    for (Container container : Containers.regular(pod)) {
      regular = regular.plus(of.apply(container));
    }
    Amounts sidecars = Amounts.NONE;
    Amounts largestInit = Amounts.NONE;
    for (Container container : Containers.init(pod)) {
      Amounts own = of.apply(container);
      if (Containers.isSidecar(container)) {
        sidecars = sidecars.plus(own);
        largestInit = largestInit.max(sidecars);
      } else {
        largestInit = largestInit.max(own.plus(sidecars));
      }
    }
    return regular.plus(sidecars).max(largestInit);
  }
}
