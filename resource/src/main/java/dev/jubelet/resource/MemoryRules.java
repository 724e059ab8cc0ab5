package dev.jubelet.resource;

import dev.jubelet.api.cri.LinuxContainerResources;
import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.Criticality;
import dev.jubelet.pod.spec.PodDemand;
import dev.jubelet.pod.spec.QosClass;
import dev.jubelet.resource.MemorySettings.Swap;
import dev.jubelet.resource.MemorySettings.Throttling;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;

/**
 * How much swap a container gets, what is kept for it and where it is slowed down. Only what the
 * container states itself counts.
 *
 * <p>Thread: any; pure.
 */
record MemoryRules(ResourceSettings settings) {

  void addTo(LinuxContainerResources.Builder resources, Pod pod, Container container) {
    long request = PodDemand.requests(container).memoryBytes();
    long limit = PodDemand.limits(container).memoryBytes();
    settings
        .memory()
        .throttling()
        .ifPresent(rules -> throttle(resources, rules, QosClass.of(pod), request, limit));
    settings.memory().swap().ifPresent(swap -> addSwap(resources, swap, pod, container));
  }

  private static void throttle(
      LinuxContainerResources.Builder resources,
      Throttling rules,
      QosClass qos,
      long request,
      long limit) {
    boolean keeps = rules.tiered() && request != 0;
    boolean guaranteed = qos == QosClass.GUARANTEED;
    resources.putUnified("memory.min", keeps && guaranteed ? Long.toString(request) : "0");
    resources.putUnified("memory.low", keeps && !guaranteed ? Long.toString(request) : "0");
    if (request == limit) {
      return;
    }
    long most = limit == 0 ? rules.allocatableBytes() : limit;
    long exact = (long) (request + (most - request) * rules.factor());
    long high = exact / rules.pageBytes() * rules.pageBytes();
    if (high > request) {
      resources.putUnified("memory.high", Long.toString(high));
    }
  }

  private void addSwap(
      LinuxContainerResources.Builder resources, Swap swap, Pod pod, Container container) {
    switch (settings.cgroup()) {
      case V1 -> resources.setMemorySwapLimitInBytes(resources.getMemoryLimitInBytes());
      case V2 ->
          resources.putUnified("memory.swap.max", Long.toString(swapBytes(swap, pod, container)));
    }
  }

  private long swapBytes(Swap swap, Pod pod, Container container) {
    Amounts limits = PodDemand.limits(container);
    long request = PodDemand.requests(container).memoryBytes();
    boolean none =
        !swap.limited()
            || Criticality.isCritical(pod)
            || QosClass.of(pod) != QosClass.BURSTABLE
            || request == 0
            || request == limits.memoryBytes()
            || request > settings.memoryCapacity();
    return none ? 0 : (long) ((double) request / settings.memoryCapacity() * swap.totalBytes());
  }
}
