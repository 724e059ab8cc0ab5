package dev.jubelet.base;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The machine's own time.
 *
 * <p>Thread: any. Owns: the thread {@code timers}, which sleeps until the next timer is due.
 */
public final class SystemTimers implements Timers, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SystemTimers.class);

  private final ScheduledThreadPoolExecutor executor;
  private final LongAdder unexpectedFailures = new LongAdder();

  public SystemTimers() {
    executor =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("timers").factory());
    executor.setRemoveOnCancelPolicy(true);
    // After the end of the clock nothing is due any more.
    executor.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Pending after(Duration delay, Runnable task) {
    ScheduledFuture<?> future =
        executor.schedule(
            () -> runGuarded(task), Math.max(0, delay.toNanos()), TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  private void runGuarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      log.atError().setCause(e).log("Timer task failed unexpectedly");
      failedUnexpectedly();
    }
  }

  @Override
  public void failedUnexpectedly() {
    unexpectedFailures.increment();
  }

  /** How many steps of lanes and tasks of timers failed as nobody expected. */
  public long unexpectedFailures() {
    return unexpectedFailures.sum();
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
