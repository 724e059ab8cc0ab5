package dev.jubelet.node.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.GoDuration;
import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Ends calls that take too long by interrupting their thread, so that a dead connection cannot keep
 * a loop from trying again. The caller gets {@link NodeApiException.Kind#TIMEOUT}.
 *
 * <p>Thread: any.
 */
public final class CallDeadline {
  private final Timers timers;
  private final Duration longest;

  public CallDeadline(Timers timers, Duration longest) {
    this.timers = timers;
    this.longest = longest;
  }

  /** Runs the call on this thread; {@code what} names it in the message of a timeout. */
  public <T> T call(String what, Supplier<T> call) {
    Alarm alarm = new Alarm(Thread.currentThread());
    Timers.Pending timer = timers.after(longest, alarm::ring);
    try {
      T answer = call.get();
      alarm.end();
      return answer;
    } catch (RuntimeException e) {
      if (alarm.end()) {
        throw new NodeApiException(
            NodeApiException.Kind.TIMEOUT,
            what + " had no answer after " + GoDuration.format(longest),
            e);
      }
      throw e;
    } finally {
      timer.cancel();
    }
  }

  /** Interrupts the thread only while the call runs, and takes an interrupt that came too late. */
  private static final class Alarm {
    private final Thread thread;

    @GuardedBy("this")
    private boolean over;

    @GuardedBy("this")
    private boolean rang;

    Alarm(Thread thread) {
      this.thread = thread;
    }

    synchronized void ring() {
      if (!over) {
        rang = true;
        thread.interrupt();
      }
    }

    /** Whether it rang. */
    synchronized boolean end() {
      over = true;
      if (rang) {
        Thread.interrupted();
      }
      return rang;
    }
  }
}
