package dev.jubelet.it.simulation;

import dev.jubelet.base.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Time that runs as usual, and leaps when a test does not want to wait. Timers fire in a leap only,
 * on the test's thread; those of an agent that was killed never do.
 *
 * <p>Thread: any. Owns: the pending timers.
 */
final class LeapingTimers implements Timers {
  private record Timer(long due, long order, Runnable task) {}

  /** What all agents of a simulation share. */
  static final class Clock {
    private final Instant epoch = Instant.parse("2026-01-01T00:00:00Z");
    private final long start = System.nanoTime();
    private long leapt;

    private synchronized long nanos() {
      return System.nanoTime() - start + leapt;
    }

    synchronized void leap(Duration by) {
      leapt += by.toNanos();
    }
  }

  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::due).thenComparingLong(Timer::order));
  private final Clock clock;
  private long orders;

  LeapingTimers(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Instant now() {
    return clock.epoch.plusNanos(clock.nanos());
  }

  @Override
  public long nanoTime() {
    return clock.nanos();
  }

  @Override
  public synchronized Pending after(Duration delay, Runnable task) {
    Timer timer = new Timer(clock.nanos() + Math.max(0, delay.toNanos()), orders++, task);
    timers.add(timer);
    return () -> remove(timer);
  }

  private synchronized void remove(Timer timer) {
    timers.remove(timer);
  }

  /** Runs all that is due. */
  void fire() {
    due().forEach(timer -> timer.task().run());
  }

  private synchronized List<Timer> due() {
    List<Timer> due = new ArrayList<>();
    long now = clock.nanos();
    for (Timer head = timers.peek(); head != null && head.due() <= now; head = timers.peek()) {
      due.add(timers.remove());
    }
    return due;
  }
}
