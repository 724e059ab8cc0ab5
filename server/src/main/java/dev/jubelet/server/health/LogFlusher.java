package dev.jubelet.server.health;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import java.time.Duration;
import java.time.Instant;

/**
 * Flushes the log once a minute and remembers when that last came back. When the reader of the log
 * stands still, so does in the end everything that logs.
 *
 * <p>Thread: lane {@code log-flush}; read from any. Owns: the time of the last flush.
 */
public final class LogFlusher implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMinutes(1);

  private final Runnable flush;
  private final Timers timers;
  private final Lane lane;
  private volatile Instant lastFlush;
  private volatile boolean closed;

  /**
   * @param flush returns when all that was logged before is written; may block
   */
  public LogFlusher(Runnable flush, Timers timers) {
    this.flush = flush;
    this.timers = timers;
    this.lane = new Lane("log-flush", this::beat, timers);
    this.lastFlush = timers.now();
  }

  public void start() {
    lastFlush = timers.now();
    lane.wake();
  }

  private Lane.Next beat() {
    if (closed) {
      return Lane.Next.DONE;
    }
    flush.run();
    lastFlush = timers.now();
    return new Lane.Next.After(PERIOD);
  }

  /** When the log was last seen to be written. */
  public Instant lastFlush() {
    return lastFlush;
  }

  @Override
  public void close() {
    closed = true;
    lane.interruptAndWake();
  }
}
