package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.edge.csi.CsiCalls;
import java.time.Duration;
import java.util.List;

/**
 * Times what storage drivers are asked to do.
 *
 * <p>Thread: any.
 */
public final class StorageMeter implements CsiCalls {
  private static final List<Double> BOUNDS =
      List.of(.1, .25, .5, 1.0, 2.5, 5.0, 10.0, 15.0, 25.0, 50.0, 120.0, 300.0, 600.0);

  private final Histogram calls;

  StorageMeter(MetricRegistry registry) {
    calls =
        registry.add(
            new Histogram(
                "csi_operations_seconds",
                "[ALPHA] Container Storage Interface operation duration with gRPC error code status total",
                BOUNDS,
                "driver_name",
                "method_name",
                "grpc_status_code",
                "migrated"));
  }

  @Override
  public void ended(String driver, String method, String code, long nanos) {
    calls.observe(Duration.ofNanos(nanos), driver, method, code, "false");
  }
}
