package dev.jubelet.base;

import java.time.Duration;
import java.time.Instant;

/**
 * The one clock: wall time, monotonic time and one-shot timers. Everything that decides by time is
 * given this, so that a test can move time by hand.
 */
public interface Timers {

  /** Wall time, for what people and other machines read. */
  Instant now();

  /** Monotonic nanoseconds, for measuring how long something took. */
  long nanoTime();

  /**
   * Runs the task once after the delay. The task runs on a shared thread and must only wake
   * something: it may neither block nor throw.
   */
  Pending after(Duration delay, Runnable task);

  /** Counts a step or task that failed as nobody expected; it has been logged. */
  default void failedUnexpectedly() {}

  /** A timer that has not fired yet. */
  interface Pending {

    /** Takes the timer back; without effect when it has fired. */
    void cancel();
  }
}
