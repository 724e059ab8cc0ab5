package dev.jubelet.app.metric;

import dev.jubelet.base.Timers;
import dev.jubelet.base.metric.Buckets;
import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.edge.cri.CriCalls;
import dev.jubelet.edge.cri.CriException;
import java.time.Duration;

/**
 * Counts and times the calls of the runtime.
 *
 * <p>Thread: any.
 */
public final class CriMeter implements CriCalls {
  private static final String RUN_SANDBOX = "run_podsandbox";

  /** Pods with a runtime class are not run yet, so that there is only the runtime's own handler. */
  private static final String DEFAULT_HANDLER = "";

  /** The first release that needs a runtime which tells its cgroup driver. */
  private static final String NEXT_MINIMUM = "1.37.0";

  private final MetricRegistry registry;
  private final Timers timers;
  private final Tally calls;
  private final Tally errors;
  private final Histogram durations;
  private final Histogram sandboxDurations;
  private final Tally sandboxErrors;

  CriMeter(MetricRegistry registry, Timers timers) {
    this.registry = registry;
    this.timers = timers;
    calls =
        registry.add(
            Tally.counter(
                "kubelet_runtime_operations_total",
                "[ALPHA] Cumulative number of runtime operations by operation type.",
                "operation_type"));
    errors =
        registry.add(
            Tally.counter(
                "kubelet_runtime_operations_errors_total",
                "[ALPHA] Cumulative number of runtime operation errors by operation type.",
                "operation_type"));
    durations =
        registry.add(
            new Histogram(
                "kubelet_runtime_operations_duration_seconds",
                "[ALPHA] Duration in seconds of runtime operations. Broken down by operation type.",
                Buckets.exponential(.005, 2.5, 14),
                "operation_type"));
    sandboxDurations =
        registry.add(
            new Histogram(
                "kubelet_run_podsandbox_duration_seconds",
                "[ALPHA] Duration in seconds of the run_podsandbox operations. Broken down by"
                    + " RuntimeClass.Handler.",
                Buckets.DEFAULT,
                "runtime_handler"));
    sandboxErrors =
        registry.add(
            Tally.counter(
                "kubelet_run_podsandbox_errors_total",
                "[ALPHA] Cumulative number of the run_podsandbox operation errors by"
                    + " RuntimeClass.Handler.",
                "runtime_handler"));
  }

  /** The runtime is too old for a coming release. Of any other there is no such metric. */
  public void losesSupport() {
    registry
        .add(
            Tally.gauge(
                "kubelet_cri_losing_support",
                "[ALPHA] the Kubernetes version that the currently running CRI implementation will"
                    + " lose support on if not upgraded.",
                "version"))
        .increment(NEXT_MINIMUM);
  }

  @Override
  public Running started(String operation) {
    long start = timers.nanoTime();
    return new Running() {
      @Override
      public void succeeded() {
        ended(operation, start);
      }

      @Override
      public void failed(CriException failure) {
        ended(operation, start);
        errors.increment(operation);
        if (operation.equals(RUN_SANDBOX)) {
          sandboxErrors.increment(DEFAULT_HANDLER);
        }
      }
    };
  }

  private void ended(String operation, long start) {
    Duration took = Duration.ofNanos(timers.nanoTime() - start);
    calls.increment(operation);
    durations.observe(took, operation);
    if (operation.equals(RUN_SANDBOX)) {
      sandboxDurations.observe(took, DEFAULT_HANDLER);
    }
  }
}
