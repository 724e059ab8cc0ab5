package dev.jubelet.resource.cgroup;

import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.pod.spec.PodDemand;
import dev.jubelet.pod.spec.QosClass;
import dev.jubelet.resource.CpuRules;
import dev.jubelet.resource.HugePages;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.Map;

/**
 * What the cgroup of a whole pod is held to. A limit counts only when every container has one, or
 * the pod states it for itself: one container without a limit has none to share.
 *
 * <p>Thread: any; pure.
 */
public record PodCgroupRules(PodCgroupSettings settings) {
  CgroupValues of(Pod pod) {
    Amounts requests = PodDemand.requests(pod);
    QosClass qos = QosClass.of(pod);
    CgroupValues values =
        CgroupValues.NONE
            .withPids(Math.max(0, settings.pidsLimit()))
            .withHugePages(hugePages(requests))
            .withUnified(kept(qos, requests.memoryBytes()));
    if (qos == QosClass.BEST_EFFORT) {
      return values.withShares(CpuRules.MIN_SHARES);
    }
    Amounts limits = PodDemand.limits(pod);
    values = values.withShares(CpuRules.shares(requests.milliCpu()));
    if (qos == QosClass.GUARANTEED || isLimited(pod, Amounts.CPU)) {
      values = values.withQuota(quota(limits), CpuRules.micros(settings.cpuCfsQuotaPeriod()));
    }
    if (qos == QosClass.GUARANTEED || isLimited(pod, Amounts.MEMORY)) {
      values = values.withMemory(limits.memoryBytes());
    }
    return values;
  }

  private long quota(Amounts limits) {
    return settings.cpuCfsQuota()
        ? CpuRules.quotaMicros(limits.milliCpu(), settings.cpuCfsQuotaPeriod())
        : CgroupValues.UNLIMITED;
  }

  private static boolean isLimited(Pod pod, String resource) {
    return PodDemand.podLevelLimits(pod).isPositive(resource)
        || Containers.all(pod).stream()
            .allMatch(container -> PodDemand.limits(container).isPositive(resource));
  }

  /** Sizes that the pod does not ask for are closed to it. */
  private Map<String, Long> hugePages(Amounts requests) {
    Map<String, Long> limits = new HashMap<>();
    for (String size : settings.hugePageSizes()) {
      limits.put(size, HugePages.limit(requests, size));
    }
    return limits;
  }

  private Map<String, String> kept(QosClass qos, long memoryBytes) {
    if (settings.memory() != MemoryReservation.TIERED || memoryBytes == 0) {
      return Map.of();
    }
    return Map.of(
        qos == QosClass.GUARANTEED ? "memory.min" : "memory.low", Long.toString(memoryBytes));
  }
}
