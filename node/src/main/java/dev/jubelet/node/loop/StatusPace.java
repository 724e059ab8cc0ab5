package dev.jubelet.node.loop;

import dev.jubelet.node.call.Jitter;
import java.time.Duration;

/**
 * How often the status is looked at and written.
 *
 * @param update nodeStatusUpdateFrequency: how often it is computed when nothing wakes the loop
 * @param report nodeStatusReportFrequency: how often it is written though nothing changed
 */
public record StatusPace(Duration update, Duration report, Jitter jitter) {
  private static final double UPDATE_JITTER = 0.04;

  Duration untilNextUpdate() {
    return jitter.stretched(update, UPDATE_JITTER);
  }
}
