package dev.jubelet.resource;

import dev.jubelet.api.cri.HugepageLimit;
import dev.jubelet.api.cri.LinuxContainerResources;
import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.PodDemand;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.math.BigDecimal;
import java.util.Map;

/**
 * Requests and limits in the runtime's terms.
 *
 * <p>Thread: any; pure.
 */
public final class LinuxResources {
  private final ResourceSettings settings;
  private final MemoryRules memory;

  public LinuxResources(ResourceSettings settings) {
    this.settings = settings;
    this.memory = new MemoryRules(settings);
  }

  /** For CreateContainer. A limit that the container leaves out is the pod's own, if any. */
  public LinuxContainerResources container(Pod pod, Container container) {
    Amounts requests = PodDemand.requests(container);
    Amounts limits = positive(PodDemand.limits(container), PodDemand.podLevelLimits(pod));
    LinuxContainerResources.Builder resources =
        basics(requests, limits)
            .setOomScoreAdj(OomScore.adjustment(pod, container, settings.memoryCapacity()));
    for (String size : settings.hugePageSizes()) {
      resources.addHugepageLimits(
          HugepageLimit.newBuilder().setPageSize(size).setLimit(HugePages.limit(limits, size)));
    }
    memory.addTo(resources, pod, container);
    return resources.build();
  }

  /** For RunPodSandbox: what all containers may use together, as a hint to the runtime. */
  public LinuxContainerResources sandbox(Pod pod) {
    return basics(PodDemand.requestsWithoutOverhead(pod), PodDemand.limitsWithoutOverhead(pod))
        .build();
  }

  /** For RunPodSandbox: what the runtime itself needs for the pod; requests equal limits. */
  public LinuxContainerResources overhead(Pod pod) {
    Amounts overhead = PodDemand.overhead(pod);
    return overhead.equals(Amounts.NONE)
        ? LinuxContainerResources.getDefaultInstance()
        : basics(overhead, overhead).build();
  }

  private LinuxContainerResources.Builder basics(Amounts requests, Amounts limits) {
    Amounts weighing = requests.has(Amounts.CPU) ? requests : limits;
    LinuxContainerResources.Builder resources =
        LinuxContainerResources.newBuilder()
            .setCpuShares(CpuRules.shares(weighing.milliCpu()))
            .setMemoryLimitInBytes(limits.memoryBytes());
    if (settings.cpuCfsQuota()) {
      resources
          .setCpuPeriod(CpuRules.micros(settings.cpuCfsQuotaPeriod()))
          .setCpuQuota(CpuRules.quotaMicros(limits.milliCpu(), settings.cpuCfsQuotaPeriod()));
    }
    if (settings.cgroup() == CgroupVersion.V2 && !settings.singleProcessOomKill()) {
      resources.putUnified("memory.oom.group", "1");
    }
    return resources;
  }

  /** The container's limits; where one is missing or zero, the pod's. */
  private static Amounts positive(Amounts container, Amounts pod) {
    Amounts result = container;
    for (String name : pod.names()) {
      if (!container.isPositive(name)) {
        BigDecimal amount = pod.get(name);
        result = new Amounts(Map.of(name, amount)).orElse(result);
      }
    }
    return result;
  }
}
