package dev.jubelet.edge.systemd;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import java.time.Duration;

/**
 * Lets a thread wait for a time, or until everything is over.
 *
 * <p>Thread: one waits; {@link #end} from any. Owns: whether it is over.
 */
final class Pause {
  private final Timers timers;

  @GuardedBy("this")
  private boolean over;

  Pause(Timers timers) {
    this.timers = timers;
  }

  synchronized boolean isOver() {
    return over;
  }

  synchronized void end() {
    over = true;
    notifyAll();
  }

  void await(Duration time) {
    long end = timers.nanoTime() + time.toNanos();
    Timers.Pending wake = timers.after(time, this::wake);
    synchronized (this) {
      while (!over && timers.nanoTime() - end < 0) {
        try {
          wait();
        } catch (InterruptedException e) {
          over = true;
        }
      }
    }
    wake.cancel();
  }

  private synchronized void wake() {
    notifyAll();
  }
}
