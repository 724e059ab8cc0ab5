package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.node.shutdown.ShutdownTimes;
import java.time.Instant;
import java.util.Optional;

/**
 * Shows when the last graceful shutdown began and ended.
 *
 * <p>Thread: any. Owns: the two times.
 */
public final class ShutdownMeter {
  private volatile ShutdownTimes times;

  /** Begins with what is known of an earlier agent's. */
  public ShutdownMeter(MetricRegistry registry, ShutdownTimes before) {
    times = before;
    registry.add(
        Collected.gauge(
            "kubelet_graceful_shutdown_start_time_seconds",
            "[ALPHA] Last graceful shutdown start time since unix epoch in seconds",
            () -> seconds(times.start())));
    registry.add(
        Collected.gauge(
            "kubelet_graceful_shutdown_end_time_seconds",
            "[ALPHA] Last graceful shutdown end time since unix epoch in seconds",
            () -> seconds(times.end())));
  }

  public void progressed(ShutdownTimes now) {
    times = now;
  }

  private static double seconds(Optional<Instant> time) {
    return time.map(Instant::getEpochSecond).orElse(0L);
  }
}
