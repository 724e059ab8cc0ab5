package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.image.record.RecordListener;

/**
 * Counts the records of pulled images and what is decided by them.
 *
 * <p>Thread: any. Owns: the counts.
 */
public final class PullRecordMeter implements RecordListener {
  private final Tally checks;
  private volatile int intents;
  private volatile int records;

  public PullRecordMeter(MetricRegistry registry) {
    checks =
        registry.add(
            Tally.counter(
                "kubelet_imagemanager_image_mustpull_checks_total",
                "[ALPHA] Counter of how many times kubelet checked whether credentials need to be"
                    + " re-verified to access an image.",
                "result"));
    registry.add(
        Collected.gauge(
            "kubelet_imagemanager_ondisk_pullintents",
            "[ALPHA] Number of ImagePullIntents stored on disk.",
            () -> intents));
    registry.add(
        Collected.gauge(
            "kubelet_imagemanager_ondisk_pulledrecords",
            "[ALPHA] Number of ImagePulledRecords stored on disk.",
            () -> records));
  }

  @Override
  public void checked(String result) {
    checks.increment(result);
  }

  @Override
  public void counted(int intentFiles, int recordFiles) {
    intents = intentFiles;
    records = recordFiles;
  }
}
