package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.pod.journal.JournalListener;

/**
 * Counts what becomes of the offline journal.
 *
 * <p>Thread: the journal's. Owns: the number of entries.
 */
public final class JournalMeter implements JournalListener {
  private final Tally writeErrors;
  private final Tally unreadable;
  private volatile int entries;

  public JournalMeter(MetricRegistry registry) {
    registry.add(
        Collected.gauge(
            "jubelet_offline_journal_entries",
            "[ALPHA] Pods that the offline journal has on disk.",
            () -> entries));
    writeErrors =
        registry.add(
            Tally.counter(
                "jubelet_offline_journal_write_errors_total",
                "[ALPHA] Times that the offline journal could not be brought up to date on disk."));
    unreadable =
        registry.add(
            Tally.counter(
                "jubelet_offline_journal_unreadable_entries_total",
                "[ALPHA] Entries of the offline journal that could not be read and were set"
                    + " aside."));
    // Both are there from the start, so that their first step is seen as one.
    writeErrors.add(0);
    unreadable.add(0);
  }

  @Override
  public void entries(int count) {
    entries = count;
  }

  @Override
  public void writeFailed() {
    writeErrors.increment();
  }

  @Override
  public void unreadable() {
    unreadable.increment();
  }
}
