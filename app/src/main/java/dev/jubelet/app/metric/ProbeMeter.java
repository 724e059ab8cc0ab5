package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Buckets;
import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.probe.ProbeListener;
import dev.jubelet.probe.schedule.ProbeKind;
import dev.jubelet.probe.schedule.Verdict;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts and times probes, for as long as their pod is here.
 *
 * <p>Thread: any. Owns: the names of the probed pods.
 */
public final class ProbeMeter implements ProbeListener {
  private final Tally results;
  private final Histogram durations;
  private final Map<PodUid, PodKey> probed = new ConcurrentHashMap<>();

  ProbeMeter(MetricRegistry registry) {
    results =
        registry.add(
            Tally.counter(
                "prober_probe_total",
                "[BETA] Cumulative number of a liveness, readiness or startup probe for a container"
                    + " by result.",
                "probe_type",
                "result",
                "container",
                "pod",
                "namespace",
                "pod_uid"));
    durations =
        registry.add(
            new Histogram(
                "prober_probe_duration_seconds",
                "[ALPHA] Duration in seconds for a probe response.",
                Buckets.DEFAULT,
                "probe_type",
                "container",
                "pod",
                "namespace"));
  }

  @Override
  public void probed(Pod pod, String container, ProbeKind kind, Verdict verdict, Duration took) {
    PodKey key = PodKey.of(pod);
    PodUid uid = PodUid.of(pod);
    probed.put(uid, key);
    results.increment(
        kind.wireName(), result(verdict), container, key.name(), key.namespace(), uid.value());
    durations.observe(took, kind.wireName(), container, key.name(), key.namespace());
  }

  @Override
  public void forgotten(PodUid uid) {
    results.removeIf(values -> values.getLast().equals(uid.value()));
    PodKey key = probed.remove(uid);
    if (key != null) {
      durations.removeIf(
          values -> values.get(2).equals(key.name()) && values.get(3).equals(key.namespace()));
    }
  }

  private static String result(Verdict verdict) {
    return switch (verdict) {
      case SUCCESS -> "successful";
      case FAILURE -> "failed";
      case UNKNOWN -> "unknown";
    };
  }
}
