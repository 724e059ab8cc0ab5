package dev.jubelet.testing.time;

import dev.jubelet.base.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Time that stands still until a test advances it; due timers then run on the test's thread, in the
 * order of their due times, with the clock set to each.
 *
 * <p>Thread: any. Owns: the pending timers.
 */
public final class ManualTimers implements Timers {
  private record Timer(Instant due, long order, Runnable task) {}

  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparing(Timer::due).thenComparingLong(Timer::order));
  private final Instant epoch;
  private Instant now;
  private Duration stepped = Duration.ZERO;
  private long orders;

  public ManualTimers() {
    this(Instant.parse("2026-01-01T00:00:00Z"));
  }

  public ManualTimers(Instant start) {
    epoch = start;
    now = start;
  }

  @Override
  public synchronized Instant now() {
    return now.plus(stepped);
  }

  @Override
  public synchronized long nanoTime() {
    return Duration.between(epoch, now).toNanos();
  }

  @Override
  public synchronized Pending after(Duration delay, Runnable task) {
    Timer timer = new Timer(now.plus(delay.isNegative() ? Duration.ZERO : delay), orders++, task);
    timers.add(timer);
    return () -> remove(timer);
  }

  private synchronized void remove(Timer timer) {
    timers.remove(timer);
  }

  /** Moves time forward and runs all that becomes due on the way. */
  public void advance(Duration by) {
    Instant target = steady().plus(by);
    for (Timer due = next(target); due != null; due = next(target)) {
      due.task().run();
    }
    set(target);
  }

  /** Sets the wall clock, as an administrator would; monotonic time and timers do not move. */
  public synchronized void stepWall(Duration by) {
    stepped = stepped.plus(by);
  }

  private synchronized Instant steady() {
    return now;
  }

  /** How many timers wait. */
  public synchronized int pending() {
    return timers.size();
  }

  private synchronized @Nullable Timer next(Instant target) {
    Timer head = timers.peek();
    if (head == null || head.due().isAfter(target)) {
      return null;
    }
    timers.remove();
    now = head.due();
    return head;
  }

  private synchronized void set(Instant target) {
    now = target;
  }
}
