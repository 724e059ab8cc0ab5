package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Buckets;
import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.resource.cgroup.CgroupListener;
import dev.jubelet.resource.cgroup.NodeCgroupRules.MemoryAsked;
import java.time.Duration;
import java.util.function.Supplier;

/** Counts and times what is done to cgroups. Thread: any. */
public final class CgroupMeter implements CgroupListener {
  private final MetricRegistry registry;
  private final Histogram durations;
  private final Tally repairs;

  CgroupMeter(MetricRegistry registry) {
    this.registry = registry;
    durations =
        registry.add(
            new Histogram(
                "kubelet_cgroup_manager_duration_seconds",
                "[ALPHA] Duration in seconds for cgroup manager operations. Broken down by method.",
                Buckets.DEFAULT,
                "operation_type"));
    repairs =
        registry.add(
            Tally.counter(
                "jubelet_cgroup_repairs_total",
                "Files of pods' cgroups that somebody else had changed and that were put back."));
  }

  @Override
  public void did(Operation operation, Duration took) {
    durations.observe(took, operation.wireName());
  }

  @Override
  public void repaired(int files) {
    repairs.add(files);
  }

  /** How much memory is kept for pods, while that is done at all. */
  public void addMemoryQos(Supplier<MemoryAsked> asked) {
    registry.add(
        Collected.gauge(
            "kubelet_memory_qos_node_memory_min_bytes",
            "[ALPHA] Memory that the kernel keeps for pods firmly.",
            () -> asked.get().guaranteed() + asked.get().burstable()));
    registry.add(
        Collected.gauge(
            "kubelet_memory_qos_node_memory_low_bytes",
            "[ALPHA] Memory that the kernel keeps for burstable pods as far as it can.",
            () -> asked.get().burstable()));
  }
}
