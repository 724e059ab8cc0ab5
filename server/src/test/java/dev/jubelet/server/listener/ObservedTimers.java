package dev.jubelet.server.listener;

import dev.jubelet.base.Timers;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Manual time that a test moves only when the timer it waits for has been set. */
public final class ObservedTimers implements Timers {
  private final ManualTimers timers = new ManualTimers();
  private final BlockingQueue<Duration> set = new LinkedBlockingQueue<>();

  @Override
  public Instant now() {
    return timers.now();
  }

  @Override
  public long nanoTime() {
    return timers.nanoTime();
  }

  @Override
  public Pending after(Duration delay, Runnable task) {
    Pending pending = timers.after(delay, task);
    set.add(delay);
    return pending;
  }

  /** Waits until a timer with this delay was set since the last call. */
  void awaitSet(Duration delay) throws InterruptedException {
    while (!set.take().equals(delay)) {
      // Another phase's.
    }
  }

  void advance(Duration by) {
    timers.advance(by);
  }
}
