package dev.jubelet.it.apiserver;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.base.Timers;
import java.time.Duration;
import java.time.Instant;

/** Real time, but several times as fast: for what takes minutes to be noticed. */
final class HurriedTimers implements Timers, AutoCloseable {
  private static final int USUAL = 10;

  private final SystemTimers timers = new SystemTimers();
  private final int hurry;

  HurriedTimers() {
    this(USUAL);
  }

  HurriedTimers(int hurry) {
    this.hurry = hurry;
  }

  @Override
  public Instant now() {
    return timers.now();
  }

  @Override
  public long nanoTime() {
    return timers.nanoTime() * hurry;
  }

  @Override
  public Pending after(Duration delay, Runnable task) {
    return timers.after(delay.dividedBy(hurry), task);
  }

  @Override
  public void close() {
    timers.close();
  }
}
