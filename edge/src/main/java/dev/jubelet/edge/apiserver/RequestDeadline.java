package dev.jubelet.edge.apiserver;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The longest time that a call may take, or for a watch the longest silence. When time is up, what
 * the call waits for is aborted.
 *
 * <p>Thread: any; the abort runs on a virtual thread of its own. Owns: one timer.
 */
final class RequestDeadline implements AutoCloseable {
  private final Timers timers;
  private final boolean ofSilence;
  private final Duration afterFirst;
  private final Object lock = new Object();
  private volatile long nanos;
  private volatile long progressAt;
  private volatile long sentAt;
  private volatile boolean expired;

  @GuardedBy("lock")
  private @Nullable Runnable abort;

  @GuardedBy("lock")
  private Timers.@Nullable Pending timer;

  @GuardedBy("lock")
  private boolean closed;

  private RequestDeadline(Timers timers, Duration first, boolean ofSilence, Duration afterFirst) {
    this.timers = timers;
    this.nanos = first.toNanos();
    this.ofSilence = ofSilence;
    this.afterFirst = afterFirst;
    this.progressAt = timers.nanoTime();
    this.sentAt = progressAt;
    synchronized (lock) {
      timer = timers.after(first, this::check);
    }
  }

  /** For all of a call with its retries and its answer. */
  static RequestDeadline ofCall(Timers timers, Duration longest) {
    return new RequestDeadline(timers, longest, false, longest);
  }

  /** Up to the first sign of life, and then from one to the next. */
  static RequestDeadline ofSilence(Timers timers, Duration first, Duration afterFirst) {
    return new RequestDeadline(timers, first, true, afterFirst);
  }

  /** What is awaited goes over the connection that is there now. */
  void sent() {
    sentAt = timers.nanoTime();
  }

  /** Connections that came later have nothing to do with what was awaited in vain. */
  long sentAt() {
    return sentAt;
  }

  /** The server gave a sign of life. */
  void heard() {
    if (ofSilence) {
      progressAt = timers.nanoTime();
      nanos = afterFirst.toNanos();
    }
  }

  boolean expired() {
    return expired;
  }

  Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanos - (timers.nanoTime() - progressAt)));
  }

  /** Replaces what would be aborted; when time is up already, that happens now. */
  void guard(Runnable newAbort) {
    boolean late;
    synchronized (lock) {
      abort = newAbort;
      late = expired;
    }
    if (late) {
      newAbort.run();
    }
  }

  private void check() {
    synchronized (lock) {
      if (closed) {
        return;
      }
      Duration left = remaining();
      if (left.isPositive()) {
        timer = timers.after(left, this::check);
        return;
      }
      expired = true;
      if (abort != null) {
        Thread.ofVirtual().name("api-deadline").start(abort);
      }
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      if (timer != null) {
        timer.cancel();
      }
    }
  }
}
