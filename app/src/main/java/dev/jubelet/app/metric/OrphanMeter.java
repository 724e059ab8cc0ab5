package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.pod.model.PodUid;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts pods that nobody wants and whose volumes have to go. There is no sweep from time to time:
 * they are looked for once at the start, and each is tried until it succeeds.
 *
 * <p>Thread: any. Owns: the orphans that are still there, and whether one could not be cleared
 * away.
 */
public final class OrphanMeter {
  private final Map<PodUid, Boolean> orphans = new ConcurrentHashMap<>();
  private final LongAdder cleaned = new LongAdder();

  OrphanMeter(MetricRegistry registry) {
    registry.add(
        Collected.gauge(
            "kubelet_orphan_pod_cleaned_volumes",
            "[ALPHA] The total number of orphaned Pods whose volumes were cleaned in the last"
                + " periodic sweep.",
            cleaned::sum));
    registry.add(
        Collected.gauge(
            "kubelet_orphan_pod_cleaned_volumes_errors",
            "[ALPHA] The number of orphaned Pods whose volumes failed to be cleaned in the last"
                + " periodic sweep.",
            () -> orphans.values().stream().filter(left -> left).count()));
  }

  public void found(PodUid pod) {
    orphans.putIfAbsent(pod, false);
  }

  /** The pod was cleared away, as far as that could be. */
  public void cleared(PodUid pod, boolean left) {
    if (left) {
      orphans.replace(pod, true);
    } else if (orphans.remove(pod) != null) {
      cleaned.increment();
    }
  }
}
