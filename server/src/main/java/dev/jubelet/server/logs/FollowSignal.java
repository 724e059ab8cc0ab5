package dev.jubelet.server.logs;

import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * Wakes a follower: something changed, time has passed, or it must end.
 *
 * <p>Thread: waited on by the follower's, woken from any.
 */
final class FollowSignal {
  private final Semaphore wakes = new Semaphore(0);
  private final Semaphore pauseEnds = new Semaphore(0);
  private volatile boolean stopped;

  void wake() {
    wakes.release();
  }

  /** Makes the follower end; also one that does not wait yet. */
  void stop() {
    stopped = true;
    wakes.release();
    pauseEnds.release();
  }

  boolean stopped() {
    return stopped;
  }

  /** Waits for the next wake, but not longer than this. */
  void await(Timers timers, Duration atMost) throws InterruptedException {
    await(wakes, timers, atMost);
  }

  /** Waits so long, whatever changes meanwhile, but not when it must end. */
  void pause(Timers timers, Duration time) throws InterruptedException {
    await(pauseEnds, timers, time);
  }

  private static void await(Semaphore permits, Timers timers, Duration atMost)
      throws InterruptedException {
    Timers.Pending tick = timers.after(atMost, permits::release);
    try {
      permits.acquire();
      permits.drainPermits();
    } finally {
      tick.cancel();
    }
  }
}
