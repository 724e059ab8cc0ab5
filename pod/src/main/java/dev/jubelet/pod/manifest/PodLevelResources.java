package dev.jubelet.pod.manifest;

import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.pod.spec.PodDemand;
import dev.jubelet.pod.spec.Quantities;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The API's defaults and rules for what a pod states for itself. */
final class PodLevelResources {
  private PodLevelResources() {}

  /**
   * A pod that states something is complete: where it has no request, that of its containers
   * counts, else its own limit. Huge pages are limited to what its containers are limited to.
   */
  static void applyDefaults(Pod pod) {
    ResourceRequirements resources = pod.getSpec().getResources();
    if (resources == null
        || (isEmpty(resources.getLimits()) && isEmpty(resources.getRequests()))
        || !isReadable(pod)) {
      return;
    }
    Map<String, Quantity> limits = copy(resources.getLimits());
    add(limits, PodDemand.limitsOfContainers(pod), true);
    Map<String, Quantity> requests = copy(resources.getRequests());
    add(requests, PodDemand.requestsOfContainers(pod), false);
    limits.forEach(
        (name, limit) -> {
          if (PodDemand.isOfPods(name)) {
            requests.putIfAbsent(name, limit);
          }
        });
    resources.setLimits(limits.isEmpty() ? resources.getLimits() : limits);
    resources.setRequests(requests.isEmpty() ? resources.getRequests() : requests);
  }

  /** The quantities of containers and pod are numbers; the rules name those that are not. */
  private static boolean isReadable(Pod pod) {
    Problems problems = new Problems();
    ResourceRules.check(pod.getSpec().getResources(), "", problems);
    Containers.all(pod).forEach(c -> ResourceRules.check(c.getResources(), "", problems));
    return problems.isEmpty();
  }

  private static void add(Map<String, Quantity> to, Amounts from, boolean hugePages) {
    from.byName()
        .forEach(
            (name, amount) -> {
              if (PodDemand.isOfPods(name)
                  && name.startsWith(Amounts.HUGE_PAGES_PREFIX) == hugePages) {
                to.putIfAbsent(name, quantity(name, amount));
              }
            });
  }

  private static Quantity quantity(String name, BigDecimal amount) {
    return name.equals(Amounts.CPU)
        ? Quantities.ofMilli(Quantities.milli(amount))
        : Quantities.ofBytes(Quantities.whole(amount));
  }

  static void check(Pod pod, String path, Problems problems) {
    ResourceRequirements resources = pod.getSpec().getResources();
    if (resources == null) {
      return;
    }
    String at = path + ".resources";
    ResourceRules.check(resources, at, problems);
    checkNames(resources.getLimits(), at + ".limits", problems);
    checkNames(resources.getRequests(), at + ".requests", problems);
    if (isReadable(pod)) {
      compare(pod, at, problems);
    }
  }

  private static void checkNames(
      @Nullable Map<String, Quantity> quantities, String path, Problems problems) {
    if (quantities != null) {
      quantities
          .keySet()
          .forEach(
              name -> {
                if (!PodDemand.isOfPods(name)) {
                  problems.invalid(
                      path + "[" + name + "]", name, "must be cpu, memory or huge pages");
                }
              });
    }
  }

  private static void compare(Pod pod, String at, Problems problems) {
    Amounts asked = PodDemand.requestsOfContainers(pod);
    PodDemand.podLevelRequests(pod)
        .byName()
        .forEach(
            (name, amount) -> {
              if (amount.compareTo(asked.get(name)) < 0) {
                problems.invalid(
                    at + ".requests[" + name + "]",
                    quantity(name, amount).toString(),
                    "must be greater than or equal to aggregate container requests of "
                        + quantity(name, asked.get(name)));
              }
            });
    Amounts limits = PodDemand.podLevelLimits(pod);
    for (Container container : Containers.all(pod)) {
      PodDemand.limits(container)
          .byName()
          .forEach(
              (name, amount) -> {
                if (limits.has(name) && amount.compareTo(limits.get(name)) > 0) {
                  problems.invalid(
                      at + ".limits[" + name + "]",
                      quantity(name, limits.get(name)).toString(),
                      "must be greater than or equal to the limit of container "
                          + container.getName());
                }
              });
    }
  }

  private static boolean isEmpty(@Nullable Map<String, Quantity> quantities) {
    return quantities == null || quantities.isEmpty();
  }

  private static Map<String, Quantity> copy(@Nullable Map<String, Quantity> quantities) {
    return quantities == null ? new LinkedHashMap<>() : new LinkedHashMap<>(quantities);
  }
}
