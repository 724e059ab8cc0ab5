package dev.jubelet.edge.apiserver;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Notices a connection that has gone silent while answers are awaited on it. The JDK's client sends
 * no HTTP/2 pings, so a probe does the same: a small request on the same connection. It is due
 * after half a minute of silence, and at once when a call got no answer in time.
 *
 * <p>Thread: any; the probe runs on a virtual thread of its own. Owns: when the server was last
 * heard, the number of open answers, one timer.
 */
final class Pulse {
  static final Duration SILENCE = Duration.ofSeconds(30);

  private final Timers timers;
  private final Runnable probe;
  private final Object lock = new Object();
  private volatile long heardAt;

  @GuardedBy("lock")
  private int open;

  @GuardedBy("lock")
  private boolean probing;

  @GuardedBy("lock")
  private Timers.@Nullable Pending timer;

  Pulse(Timers timers, Runnable probe) {
    this.timers = timers;
    this.probe = probe;
    this.heardAt = timers.nanoTime();
  }

  void started() {
    synchronized (lock) {
      if (open++ == 0) {
        heardAt = timers.nanoTime();
        timer = timers.after(SILENCE, this::check);
      }
    }
  }

  void heard() {
    heardAt = timers.nanoTime();
  }

  void ended() {
    synchronized (lock) {
      if (--open == 0 && timer != null) {
        timer.cancel();
        timer = null;
      }
    }
  }

  /** Probes now, unless one is under way. */
  void suspect() {
    synchronized (lock) {
      if (!probing) {
        probing = true;
        Thread.ofVirtual().name("api-probe").start(this::run);
      }
    }
  }

  private void run() {
    try {
      probe.run();
    } finally {
      synchronized (lock) {
        probing = false;
      }
    }
  }

  private void check() {
    synchronized (lock) {
      if (timer == null) {
        return;
      }
      Duration silent = Duration.ofNanos(timers.nanoTime() - heardAt);
      boolean late = silent.compareTo(SILENCE) >= 0;
      timer = timers.after(late ? SILENCE : SILENCE.minus(silent), this::check);
      if (late) {
        suspect();
      }
    }
  }
}
