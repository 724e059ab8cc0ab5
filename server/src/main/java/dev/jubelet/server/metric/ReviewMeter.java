package dev.jubelet.server.metric;

import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import java.time.Duration;
import java.util.List;

/**
 * Counts and times questions to the API server about callers, each attempt for itself.
 *
 * <p>Thread: any.
 */
public final class ReviewMeter {
  private static final List<Double> BOUNDS = List.of(.25, .5, .7, 1.0, 1.5, 3.0, 5.0, 10.0);
  private static final String NO_ANSWER = "<error>";

  private final Tally requests;
  private final Histogram durations;

  ReviewMeter(MetricRegistry registry, String name) {
    requests =
        registry.add(
            Tally.counter(
                name + "_total",
                "[ALPHA] Number of HTTP requests partitioned by status code.",
                "code"));
    durations =
        registry.add(
            new Histogram(
                name + "_duration_seconds",
                "[ALPHA] Request latency in seconds. Broken down by status code.",
                BOUNDS,
                "code"));
  }

  /** An attempt ended with this status of HTTP; 0 when there was no answer. */
  public void ended(int status, Duration took) {
    String code = status == 0 ? NO_ANSWER : Integer.toString(status);
    requests.increment(code);
    durations.observe(took, code);
  }
}
