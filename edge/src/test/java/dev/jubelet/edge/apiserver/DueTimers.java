package dev.jubelet.edge.apiserver;

import dev.jubelet.base.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Time that moves when told; what becomes due on the way runs on the test's thread. */
final class DueTimers implements Timers {
  private record Timer(Instant due, Runnable task) {}

  private final List<Timer> waiting = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  @Override
  public synchronized Instant now() {
    return now;
  }

  @Override
  public synchronized long nanoTime() {
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  @Override
  public synchronized Pending after(Duration delay, Runnable task) {
    Timer timer = new Timer(now.plus(delay), task);
    waiting.add(timer);
    return () -> cancel(timer);
  }

  private synchronized void cancel(Timer timer) {
    waiting.remove(timer);
  }

  synchronized int pending() {
    return waiting.size();
  }

  void advance(Duration by) {
    Instant target = now().plus(by);
    for (Optional<Timer> due = next(target); due.isPresent(); due = next(target)) {
      due.get().task().run();
    }
    set(target);
  }

  private synchronized Optional<Timer> next(Instant target) {
    Optional<Timer> next =
        waiting.stream()
            .filter(timer -> !timer.due().isAfter(target))
            .min(Comparator.comparing(Timer::due));
    next.ifPresent(
        timer -> {
          waiting.remove(timer);
          now = timer.due();
        });
    return next;
  }

  private synchronized void set(Instant target) {
    now = target;
  }
}
