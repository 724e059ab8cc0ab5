package dev.jubelet.server.listener;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts connections that were cut because there were too many of strangers, and logs the first of
 * a series: a series ends when none was cut for a while.
 *
 * <p>Thread: any. Owns: when the last one was cut.
 */
final class DroppedConnections implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(DroppedConnections.class);
  private static final Duration SERIES_END = Duration.ofMinutes(1);

  private final String listener;
  private final Runnable counter;
  private final Timers timers;

  @GuardedBy("this")
  private long last;

  @GuardedBy("this")
  private boolean any;

  DroppedConnections(String listener, Runnable counter, Timers timers) {
    this.listener = listener;
    this.counter = counter;
    this.timers = timers;
  }

  @Override
  public void run() {
    counter.run();
    if (beginsASeries()) {
      log.atWarn()
          .addKeyValue("listener", listener)
          .log("Too many connections without authentication; dropping the oldest of them");
    }
  }

  /** Whether one that is cut now is the first of a series; then it is not any more. */
  synchronized boolean beginsASeries() {
    long now = timers.nanoTime();
    boolean begins = !any || now - last >= SERIES_END.toNanos();
    any = true;
    last = now;
    return begins;
  }
}
