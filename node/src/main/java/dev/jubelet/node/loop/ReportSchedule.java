package dev.jubelet.node.loop;

import dev.jubelet.base.Timers;
import java.time.Duration;

/**
 * When an unchanged status is written again. A change sets a new random offset, so that nodes which
 * changed together do not report together ever after; a report that was merely due keeps the pace.
 *
 * <p>Thread: the status lane. Owns: when the last report was, and the offset after it.
 */
final class ReportSchedule {
  private final StatusPace pace;
  private final Timers timers;
  private boolean reported;
  private long lastReport;
  private Duration offset = Duration.ZERO;

  ReportSchedule(StatusPace pace, Timers timers) {
    this.pace = pace;
    this.timers = timers;
  }

  /** Whether a status has to be written even if it did not change; the first always has to be. */
  boolean isDue() {
    return !reported || timers.nanoTime() - lastReport >= pace.report().plus(offset).toNanos();
  }

  void written(boolean changed) {
    offset = changed || !reported ? pace.jitter().offset(pace.report()) : Duration.ZERO;
    lastReport = timers.nanoTime();
    reported = true;
  }
}
