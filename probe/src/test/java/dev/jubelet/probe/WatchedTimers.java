package dev.jubelet.probe;

import dev.jubelet.base.Timers;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Hand-moved time that lets a test wait until a lane has set its timer. */
final class WatchedTimers implements Timers {
  private final ManualTimers time = new ManualTimers();
  private final BlockingQueue<Duration> set = new LinkedBlockingQueue<>();

  @Override
  public Instant now() {
    return time.now();
  }

  @Override
  public long nanoTime() {
    return time.nanoTime();
  }

  @Override
  public Pending after(Duration delay, Runnable task) {
    Pending pending =
        time.after(
            delay,
            () -> {
              task.run();
              tell();
            });
    set.add(delay);
    tell();
    return () -> {
      pending.cancel();
      tell();
    };
  }

  private synchronized void tell() {
    notifyAll();
  }

  /** Waits until no more than so many timers are left; false when that does not happen soon. */
  synchronized boolean awaitAtMost(int timers) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (pending() > timers && System.nanoTime() < end) {
      wait(100);
    }
    return pending() <= timers;
  }

  void advance(Duration by) {
    time.advance(by);
  }

  int pending() {
    return time.pending();
  }

  /** Waits until a timer of this length has been set. */
  void awaitTimer(Duration length) {
    try {
      Duration next = set.poll(20, TimeUnit.SECONDS);
      while (next != null && !next.equals(length)) {
        next = set.poll(20, TimeUnit.SECONDS);
      }
      if (next == null) {
        throw new AssertionError("no timer of " + length + " was set");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
