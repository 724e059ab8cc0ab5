package dev.jubelet.probe.hook;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import java.time.Duration;

/**
 * Interrupts the thread that made it after some time, unless closed before; an interrupt of its own
 * does not outlive it.
 *
 * <p>Thread: made and closed by the thread that is limited.
 */
final class TimeLimit implements AutoCloseable {
  private enum State {
    RUNNING,
    REACHED,
    CLOSED
  }

  private final Thread limited = Thread.currentThread();
  private final Timers.Pending timer;

  @GuardedBy("this")
  private State state = State.RUNNING;

  TimeLimit(Duration limit, Timers timers) {
    this.timer = timers.after(limit, this::reach);
  }

  private synchronized void reach() {
    if (state == State.RUNNING) {
      state = State.REACHED;
      limited.interrupt();
    }
  }

  synchronized boolean isReached() {
    return state == State.REACHED;
  }

  @Override
  public synchronized void close() {
    timer.cancel();
    if (state == State.REACHED) {
      Thread.interrupted();
    }
    state = State.CLOSED;
  }
}
