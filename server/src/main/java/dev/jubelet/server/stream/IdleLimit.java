package dev.jubelet.server.stream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Ends something on which nothing has moved for a while. Moving costs no timer: the one that is set
 * looks when it fires whether it came too early.
 *
 * <p>Thread: any. Owns: the pending timer.
 */
final class IdleLimit implements AutoCloseable {
  private final Timers timers;
  private final Runnable expired;
  private volatile long lastMove;

  @GuardedBy("this")
  private Duration limit;

  @GuardedBy("this")
  private Timers.@Nullable Pending pending;

  @GuardedBy("this")
  private boolean closed;

  /**
   * @param limit zero for none
   * @param expired must not block
   */
  IdleLimit(Timers timers, Duration limit, Runnable expired) {
    this.timers = timers;
    this.limit = limit;
    this.expired = expired;
    this.lastMove = timers.nanoTime();
  }

  synchronized void start() {
    if (limit.isPositive()) {
      schedule(limit);
    }
  }

  void moved() {
    lastMove = timers.nanoTime();
  }

  /** From now on less patience. */
  synchronized void tighten(Duration shorter) {
    moved();
    if (!closed && (limit.isZero() || shorter.compareTo(limit) < 0)) {
      limit = shorter;
      cancel();
      schedule(shorter);
    }
  }

  private void look() {
    if (isOver()) {
      expired.run();
    }
  }

  private synchronized boolean isOver() {
    if (closed) {
      return false;
    }
    Duration left = limit.minusNanos(timers.nanoTime() - lastMove);
    if (left.isPositive()) {
      schedule(left);
      return false;
    }
    return true;
  }

  @GuardedBy("this")
  private void schedule(Duration delay) {
    pending = timers.after(delay, this::look);
  }

  @GuardedBy("this")
  private void cancel() {
    if (pending != null) {
      pending.cancel();
      pending = null;
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    cancel();
  }
}
