package dev.jubelet.pod.objects;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * Something that happens once, and those who wait for it, each as long as it likes.
 *
 * <p>Thread: any. Owns: whether it has happened.
 */
final class OneTimeSignal {
  private final Timers timers;

  @GuardedBy("this")
  private final Set<CountDownLatch> waiting = new HashSet<>();

  @GuardedBy("this")
  private boolean here;

  OneTimeSignal(Timers timers) {
    this.timers = timers;
  }

  synchronized void happened() {
    here = true;
    waiting.forEach(CountDownLatch::countDown);
  }

  synchronized boolean hasHappened() {
    return here;
  }

  /** Returns whether it has happened; an interrupt ends the wait early and stays set. */
  boolean await(Duration patience) {
    CountDownLatch turn = new CountDownLatch(1);
    synchronized (this) {
      if (here) {
        return true;
      }
      waiting.add(turn);
    }
    Timers.Pending timer = timers.after(patience, turn::countDown);
    try {
      turn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      timer.cancel();
    }
    synchronized (this) {
      waiting.remove(turn);
      return here;
    }
  }
}
