package dev.jubelet.app.metric;

import dev.jubelet.base.Timers;
import dev.jubelet.base.metric.Buckets;
import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.pod.pleg.RuntimeWatchListener;
import java.time.Duration;

/**
 * Counts and times how the runtime is watched.
 *
 * <p>Thread: the watcher's; readings of pods come from any. Owns: when the last listing was.
 */
public final class WatchMeter implements RuntimeWatchListener {
  private final Timers timers;
  private final Histogram durations;
  private final Histogram intervals;
  private final Histogram readings;
  private final Tally opened;
  private final Tally broken;
  private final Histogram latencies;
  private volatile long lastBegun;
  private volatile double lastSeen;

  WatchMeter(MetricRegistry registry, Timers timers) {
    this.timers = timers;
    durations =
        registry.add(
            new Histogram(
                "kubelet_pleg_relist_duration_seconds",
                "[ALPHA] Duration in seconds for relisting pods in PLEG.",
                Buckets.DEFAULT));
    intervals =
        registry.add(
            new Histogram(
                "kubelet_pleg_relist_interval_seconds",
                "[ALPHA] Interval in seconds between relisting in PLEG.",
                Buckets.DEFAULT));
    readings =
        registry.add(
            new Histogram(
                "kubelet_pleg_pod_relist_duration_seconds",
                "[ALPHA] Time to read all that the runtime has of one pod, in seconds.",
                Buckets.DEFAULT));
    registry.add(
        Collected.gauge(
            "kubelet_pleg_last_seen_seconds",
            "[ALPHA] Timestamp in seconds when PLEG was last seen active.",
            () -> lastSeen));
    registry.add(
        Collected.counter(
            "kubelet_pleg_discard_events",
            "[ALPHA] Events of the runtime that were thrown away; the agent keeps them all.",
            () -> 0));
    opened =
        registry.add(
            Tally.counter(
                "kubelet_evented_pleg_connection_success_count",
                "[ALPHA] The number of times a streaming client was obtained to receive CRI"
                    + " Events."));
    broken =
        registry.add(
            Tally.counter(
                "kubelet_evented_pleg_connection_error_count",
                "[ALPHA] The number of errors encountered during the establishment of streaming"
                    + " connection with the CRI runtime."));
    latencies =
        registry.add(
            new Histogram(
                "kubelet_evented_pleg_connection_latency_seconds",
                "[ALPHA] The latency of streaming connection with the CRI runtime, measured in"
                    + " seconds.",
                Buckets.DEFAULT));
  }

  @Override
  public void relisted(long begunNanos, long endedNanos) {
    durations.observe(Duration.ofNanos(endedNanos - begunNanos));
    if (lastSeen > 0) {
      intervals.observe(Duration.ofNanos(begunNanos - lastBegun));
    }
    lastBegun = begunNanos;
    lastSeen = timers.now().toEpochMilli() / 1000.0;
  }

  @Override
  public void podRead(Duration took) {
    readings.observe(took);
  }

  @Override
  public void streamOpened() {
    opened.increment();
  }

  @Override
  public void streamBroke() {
    broken.increment();
  }

  @Override
  public void eventCame(Duration late) {
    latencies.observe(late);
  }
}
