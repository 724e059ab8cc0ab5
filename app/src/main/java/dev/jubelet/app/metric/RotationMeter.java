package dev.jubelet.app.metric;

import dev.jubelet.base.Timers;
import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.pod.rotate.RotationListener;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;

/**
 * Counts rotations of container logs, under the names that upstream's queue has.
 *
 * <p>Thread: any; a rotation begins and ends on one thread. Owns: how many wait, and since when
 * those at work are.
 */
public final class RotationMeter implements RotationListener {
  private static final String QUEUE = "kubelet_log_rotate_manager";
  private static final String LABEL = "name";

  /** From ten nanoseconds on, ten times as long each. */
  private static final List<Double> BOUNDS =
      List.of(1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0, 10.0);

  private final Timers timers;
  private final Tally adds;
  private final Histogram waits;
  private final Histogram works;
  private final Tally results;
  private final AtomicInteger depth = new AtomicInteger();
  private final Map<Thread, Long> atWork = new ConcurrentHashMap<>();

  RotationMeter(MetricRegistry registry, Timers timers) {
    this.timers = timers;
    adds =
        registry.add(
            Tally.counter(
                "workqueue_adds_total",
                "[ALPHA] Total number of adds handled by workqueue",
                LABEL));
    waits =
        registry.add(
            new Histogram(
                "workqueue_queue_duration_seconds",
                "[ALPHA] How long in seconds an item stays in workqueue before being requested.",
                BOUNDS,
                LABEL));
    works =
        registry.add(
            new Histogram(
                "workqueue_work_duration_seconds",
                "[ALPHA] How long in seconds processing an item from workqueue takes.",
                BOUNDS,
                LABEL));
    gauge(registry, "workqueue_depth", "[ALPHA] Current depth of workqueue", depth::get);
    gauge(
        registry,
        "workqueue_unfinished_work_seconds",
        "[ALPHA] How many seconds of work has done that is in progress and hasn't been observed by"
            + " work_duration. Large values indicate stuck threads. One can deduce the number of"
            + " stuck threads by observing the rate at which this increases.",
        () -> ages().sum());
    gauge(
        registry,
        "workqueue_longest_running_processor_seconds",
        "[ALPHA] How many seconds has the longest running processor for workqueue been running.",
        () -> ages().max().orElse(0));
    results =
        registry.add(
            Tally.counter(
                "jubelet_container_log_rotations_total",
                "Rotations of container logs by result: rotated or failed.",
                "result"));
  }

  private static void gauge(
      MetricRegistry registry, String name, String help, DoubleSupplier value) {
    registry.add(
        new Collected(
            name,
            Kind.GAUGE,
            help,
            List.of(LABEL),
            sink -> sink.sample(value.getAsDouble(), QUEUE)));
  }

  private DoubleStream ages() {
    long now = timers.nanoTime();
    return atWork.values().stream().mapToDouble(since -> (now - since) / 1e9);
  }

  @Override
  public void queued() {
    adds.increment(QUEUE);
    depth.incrementAndGet();
  }

  @Override
  public void begun(Duration waited) {
    depth.decrementAndGet();
    atWork.put(Thread.currentThread(), timers.nanoTime());
    waits.observe(waited, QUEUE);
  }

  @Override
  public void ended(Duration took, boolean rotated) {
    atWork.remove(Thread.currentThread());
    works.observe(took, QUEUE);
    results.increment(rotated ? "rotated" : "failed");
  }
}
