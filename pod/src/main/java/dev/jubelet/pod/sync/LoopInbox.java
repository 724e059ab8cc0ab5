package dev.jubelet.pod.sync;

import dev.jubelet.pod.model.PodUid;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What has happened, for the sync loop. It is made before everything that has something to say to
 * the loop, and before the loop itself.
 *
 * <p>Thread: posts from any; taken by the sync loop. Owns: the events that wait.
 */
public final class LoopInbox {
  // Without a bound: a bounded one would hold up timers, the lanes of pods and the loop itself. A
  // loop that does not keep up shows in its health and in the number of waiting events.
  private final BlockingQueue<LoopEvent> events = new LinkedBlockingQueue<>();

  /** Puts an event into the inbox; never waits and heeds no interrupt. */
  public void post(LoopEvent event) {
    events.add(event);
  }

  /** How many events wait. */
  public int waiting() {
    return events.size();
  }

  /** Lets a pod look again. */
  public void wake(PodUid uid) {
    post(new LoopEvent.PodWoken(uid));
  }

  /** Lets every pod look again. */
  public void wakeAll() {
    post(new LoopEvent.AllPodsWoken());
  }

  /** The next event; null when none has come within this time. */
  @Nullable LoopEvent take(Duration atMost) throws InterruptedException {
    return events.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }
}
