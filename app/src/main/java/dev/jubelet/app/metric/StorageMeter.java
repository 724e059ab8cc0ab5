package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Buckets;
import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.edge.csi.CsiCalls;
import dev.jubelet.server.stats.CollectionMeter;
import dev.jubelet.volume.meter.PluginLabel;
import dev.jubelet.volume.meter.SelinuxMetric;
import dev.jubelet.volume.meter.VolumeMeter;
import dev.jubelet.volume.meter.VolumeOperation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Times what is done to volumes, what their drivers are asked and how long it takes to measure
 * them, and counts what earlier agents have left.
 *
 * <p>Thread: any. Owns: the counts.
 */
public final class StorageMeter implements CsiCalls, VolumeMeter, CollectionMeter {
  private static final List<Double> BOUNDS =
      List.of(.1, .25, .5, 1.0, 2.5, 5.0, 10.0, 15.0, 25.0, 50.0, 120.0, 300.0, 600.0);

  private final Histogram calls;
  private final Histogram operations;
  private final Histogram overall;
  private final Histogram collections;
  private final LabelGauges labels;
  private final LongAdder reconstructed = new LongAdder();
  private final LongAdder notReconstructed = new LongAdder();
  private final LongAdder forceCleaned = new LongAdder();
  private final LongAdder notForceCleaned = new LongAdder();

  StorageMeter(MetricRegistry registry) {
    calls =
        registry.add(
            new Histogram(
                "csi_operations_seconds",
                "[ALPHA] Container Storage Interface operation duration with gRPC error code status"
                    + " total",
                BOUNDS,
                "driver_name",
                "method_name",
                "grpc_status_code",
                "migrated"));
    operations =
        registry.add(
            new Histogram(
                "storage_operation_duration_seconds",
                "[BETA] Storage operation duration",
                BOUNDS,
                "volume_plugin",
                "operation_name",
                "status",
                "migrated"));
    overall =
        registry.add(
            new Histogram(
                "volume_operation_total_seconds",
                "[BETA] Storage operation end to end duration in seconds",
                BOUNDS,
                "plugin_name",
                "operation_name"));
    collections =
        registry.add(
            new Histogram(
                "kubelet_volume_metric_collection_duration_seconds",
                "[ALPHA] Duration in seconds to calculate volume stats",
                Buckets.DEFAULT,
                "metric_source"));
    addCounters(registry);
    labels = new LabelGauges(registry);
  }

  private void addCounters(MetricRegistry registry) {
    registry.add(
        Collected.counter(
            "reconstruct_volume_operations_total",
            "[ALPHA] The number of volumes that were found on disk at the start, whether they could"
                + " be understood or not.",
            reconstructed::sum));
    registry.add(
        Collected.counter(
            "reconstruct_volume_operations_errors_total",
            "[ALPHA] The number of volumes that were found on disk at the start and could not be"
                + " understood.",
            notReconstructed::sum));
    registry.add(
        Collected.counter(
            "force_cleaned_failed_volume_operations_total",
            "[ALPHA] The number of volumes that could not be understood at the start and were"
                + " cleared away, whether that succeeded or not.",
            forceCleaned::sum));
    registry.add(
        Collected.counter(
            "force_cleaned_failed_volume_operation_errors_total",
            "[ALPHA] The number of volumes that could not be understood at the start and could not"
                + " be cleared away.",
            notForceCleaned::sum));
  }

  @Override
  public void ended(String driver, String method, String code, long nanos) {
    calls.observe(Duration.ofNanos(nanos), driver, method, code, "false");
  }

  @Override
  public CsiCalls ofOldKind() {
    return (driver, method, code, nanos) ->
        calls.observe(Duration.ofNanos(nanos), driver, method, code, "true");
  }

  @Override
  public void ended(PluginLabel label, VolumeOperation operation, boolean failed, long nanos) {
    operations.observe(
        Duration.ofNanos(nanos),
        label.plugin(),
        operation.wireName(),
        failed ? "fail-unknown" : "success",
        Boolean.toString(label.migrated()));
  }

  @Override
  public void ready(String plugin, long nanos) {
    overall.observe(Duration.ofNanos(nanos), plugin, "overall_volume_mount");
  }

  @Override
  public void labels(SelinuxMetric finding, String plugin, String accessMode) {
    labels.found(finding, plugin, accessMode);
  }

  @Override
  public void reconstructed(boolean failed) {
    reconstructed.increment();
    if (failed) {
      notReconstructed.increment();
    }
  }

  @Override
  public void forceCleaned(boolean failed) {
    forceCleaned.increment();
    if (failed) {
      notForceCleaned.increment();
    }
  }

  @Override
  public void collected(String source, Duration took) {
    collections.observe(took, source);
  }
}
