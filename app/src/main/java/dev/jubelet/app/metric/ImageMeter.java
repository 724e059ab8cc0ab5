package dev.jubelet.app.metric;

import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.image.collect.CollectionListener;
import dev.jubelet.image.collect.DeletionReason;

/** Counts images that were removed. Thread: any. */
public final class ImageMeter implements CollectionListener {
  private final Tally removed;

  ImageMeter(MetricRegistry registry) {
    removed =
        registry.add(
            Tally.counter(
                "kubelet_image_garbage_collected_total",
                "[ALPHA] Total number of images garbage collected by the kubelet, whether through"
                    + " disk usage or image age.",
                "reason"));
  }

  @Override
  public void removed(DeletionReason reason) {
    removed.increment(reason.metricName());
  }
}
