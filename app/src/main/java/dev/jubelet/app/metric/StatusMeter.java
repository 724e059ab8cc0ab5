package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.MetricRegistry;
import java.time.Duration;
import java.util.List;

/**
 * Times how long the API server does not know what has become of a pod.
 *
 * <p>Thread: any.
 */
public final class StatusMeter {
  private static final List<Double> BOUNDS =
      List.of(0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 20.0, 30.0, 45.0, 60.0);

  private final Histogram durations;

  StatusMeter(MetricRegistry registry) {
    durations =
        registry.add(
            new Histogram(
                "kubelet_pod_status_sync_duration_seconds",
                "[ALPHA] Time from the first change of a pod's status that the API server does not"
                    + " know until it knows it, in seconds.",
                BOUNDS));
  }

  /** The API server has taken a change after that time. */
  public void written(Duration took) {
    durations.observe(took);
  }
}
