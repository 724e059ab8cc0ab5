package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.server.stats.Stats;
import java.util.List;
import java.util.function.ToLongFunction;

/** How full the volumes of claims are. Thread: that of whoever reads the page. */
public final class ClaimGauges {
  private ClaimGauges() {}

  public static void addTo(MetricRegistry registry, Stats stats) {
    add(registry, stats, "capacity_bytes", "Capacity in bytes", Filesystem::capacityBytes);
    add(
        registry,
        stats,
        "available_bytes",
        "Number of available bytes",
        Filesystem::availableBytes);
    add(registry, stats, "used_bytes", "Number of used bytes", Filesystem::usedBytes);
    add(registry, stats, "inodes", "Maximum number of inodes", Filesystem::inodes);
    add(registry, stats, "inodes_free", "Number of free inodes", Filesystem::inodesFree);
    addHealth(registry, stats);
    add(registry, stats, "inodes_used", "Number of used inodes", Filesystem::inodesUsed);
  }

  /** Only of volumes whose drivers tell, when they are asked. */
  private static void addHealth(MetricRegistry registry, Stats stats) {
    registry.add(
        new Collected(
            "kubelet_volume_stats_health_status_abnormal",
            Kind.GAUGE,
            "[ALPHA] Abnormal volume health status. The count is either 1 or 0. 1 indicates the"
                + " volume is unhealthy, 0 indicates volume is healthy",
            List.of("namespace", "persistentvolumeclaim"),
            sink ->
                stats.claimHealth(
                    (claim, abnormal) ->
                        sink.sample(abnormal ? 1 : 0, claim.namespace(), claim.name()))));
  }

  private static void add(
      MetricRegistry registry,
      Stats stats,
      String name,
      String what,
      ToLongFunction<Filesystem> value) {
    registry.add(
        new Collected(
            "kubelet_volume_stats_" + name,
            Kind.GAUGE,
            "[ALPHA] " + what + " of the volume",
            List.of("namespace", "persistentvolumeclaim"),
            sink ->
                stats.claims(
                    (claim, fs) ->
                        sink.sample(
                            (double) value.applyAsLong(fs), claim.namespace(), claim.name()))));
  }
}
