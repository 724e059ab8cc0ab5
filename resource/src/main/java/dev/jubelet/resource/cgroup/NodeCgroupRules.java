package dev.jubelet.resource.cgroup;

import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.PodDemand;
import dev.jubelet.pod.spec.QosClass;
import dev.jubelet.resource.CpuRules;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * What the cgroup of all pods and those of the classes are held to while these pods are active.
 *
 * <p>Thread: any; pure.
 */
public record NodeCgroupRules(NodeCgroupSettings settings) {
  /** Huge pages are limited pod by pod; above, there is room for all. */
  private static final long ALL_HUGE_PAGES = 1L << 62;

  /** How much memory pods of the two classes that ask for some ask for together. */
  public record MemoryAsked(long guaranteed, long burstable) {
    static MemoryAsked by(Collection<Pod> active) {
      return new MemoryAsked(sum(active, QosClass.GUARANTEED), sum(active, QosClass.BURSTABLE));
    }

    private static long sum(Collection<Pod> active, QosClass of) {
      return active.stream()
          .filter(pod -> QosClass.of(pod) == of)
          .mapToLong(pod -> PodDemand.requests(pod).memoryBytes())
          .sum();
    }
  }

  CgroupValues of(QosClass level, Collection<Pod> active) {
    return switch (level) {
      case GUARANTEED -> allPods(active);
      case BURSTABLE -> burstable(active);
      case BEST_EFFORT ->
          openToHugePages()
              .withShares(CpuRules.MIN_SHARES)
              .withMemory(leftFor(QosClass.BEST_EFFORT, MemoryAsked.by(active)));
    };
  }

  private CgroupValues allPods(Collection<Pod> active) {
    MemoryAsked asked = MemoryAsked.by(active);
    return openToHugePages()
        .withShares(CpuRules.shares(settings.milliCpu()))
        .withMemory(settings.memoryBytes())
        .withPids(settings.pids())
        .withUnified(kept("memory.min", asked.guaranteed() + asked.burstable()));
  }

  private CgroupValues burstable(Collection<Pod> active) {
    MemoryAsked asked = MemoryAsked.by(active);
    long milliCpu =
        active.stream()
            .filter(pod -> QosClass.of(pod) == QosClass.BURSTABLE)
            .mapToLong(pod -> PodDemand.requests(pod).milliCpu())
            .sum();
    return openToHugePages()
        .withShares(CpuRules.shares(milliCpu))
        .withMemory(leftFor(QosClass.BURSTABLE, asked))
        .withUnified(kept("memory.low", asked.burstable()));
  }

  /** What is enforced on a cgroup of the operator; with {@code cpuOnly} nothing but its weight. */
  CgroupValues reserved(Amounts amounts, boolean cpuOnly) {
    CgroupValues weight =
        amounts.has(Amounts.CPU)
            ? CgroupValues.NONE.withShares(CpuRules.shares(amounts.milliCpu()))
            : CgroupValues.NONE;
    if (cpuOnly) {
      return weight;
    }
    long memory = amounts.memoryBytes();
    CgroupValues all = weight.withMemory(memory).withPids(amounts.get(Amounts.PID).longValue());
    return settings.memory() == MemoryReservation.OFF || memory == 0
        ? all
        : all.withUnified(Map.of("memory.min", Long.toString(memory)));
  }

  private CgroupValues openToHugePages() {
    Map<String, Long> limits = new HashMap<>();
    settings.hugePageSizes().forEach(size -> limits.put(size, ALL_HUGE_PAGES));
    return CgroupValues.NONE.withHugePages(limits);
  }

  /** The share of the better classes is taken away whether they use it or not. */
  private long leftFor(QosClass level, MemoryAsked asked) {
    if (settings.memoryKeptPercent().isEmpty()) {
      return 0;
    }
    long percent = settings.memoryKeptPercent().getAsInt();
    long left = settings.memoryBytes() - asked.guaranteed() * percent / 100;
    return level == QosClass.BURSTABLE ? left : left - asked.burstable() * percent / 100;
  }

  private Map<String, String> kept(String file, long bytes) {
    return switch (settings.memory()) {
      case OFF -> Map.of();
      case NONE -> Map.of(file, "0");
      case TIERED -> Map.of(file, Long.toString(bytes));
    };
  }
}
