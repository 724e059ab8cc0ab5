package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.image.PullListener;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts and times what is done for images.
 *
 * <p>Thread: any.
 */
public final class PullMeter implements PullListener {
  private static final List<Double> BOUNDS =
      List.of(
          1.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 180.0, 240.0, 300.0, 360.0, 480.0, 600.0, 900.0,
          1200.0, 1800.0, 2700.0, 3600.0);
  private static final long MB = 1024 * 1024;
  private static final long GB = 1024 * MB;

  /** What images up to each size are called. */
  private static final TreeMap<Long, String> SIZES =
      new TreeMap<>(
          Map.of(
              10 * MB,
              "0-10MB",
              100 * MB,
              "10MB-100MB",
              500 * MB,
              "100MB-500MB",
              GB,
              "500MB-1GB",
              5 * GB,
              "1GB-5GB",
              10 * GB,
              "5GB-10GB",
              20 * GB,
              "10GB-20GB",
              30 * GB,
              "20GB-30GB",
              40 * GB,
              "30GB-40GB",
              60 * GB,
              "40GB-60GB"));

  private final Histogram durations;
  private final Tally requests;

  PullMeter(MetricRegistry registry) {
    durations =
        registry.add(
            new Histogram(
                "kubelet_image_pull_duration_seconds",
                "[ALPHA] Duration in seconds to pull an image.",
                BOUNDS,
                "image_size_in_bytes"));
    requests =
        registry.add(
            Tally.counter(
                "kubelet_image_manager_ensure_image_requests_total",
                "[ALPHA] Number of ensure-image requests processed by the kubelet.",
                "pull_policy",
                "present_locally",
                "pull_required"));
  }

  @Override
  public void asked(String policy, Known present, Known pulls) {
    requests.increment(policy, text(present), text(pulls));
  }

  @Override
  public void pulled(Duration took, long imageBytes) {
    durations.observe(took, size(imageBytes));
  }

  static String size(long bytes) {
    if (bytes <= 0) {
      return "N/A";
    }
    Map.Entry<Long, String> range = SIZES.ceilingEntry(bytes);
    if (range != null) {
      return range.getValue();
    }
    return bytes <= 100 * GB ? "60GB-100GB" : "GT100GB";
  }

  private static String text(Known known) {
    return known.name().toLowerCase(Locale.ROOT);
  }
}
