package dev.jubelet.node.shutdown;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the pods when the machine is about to go down, and lets the machine go down after that.
 *
 * <pre>
 *   usual ──announced──► ending pods ──all ended or given up──► ended, machine may go
 *     ▲                      │                                     │
 *     └──────called off──────┴─────────────called off──────────────┘
 * </pre>
 *
 * A shutdown that is called off ends no further pods; those that were ended stay so.
 *
 * <p>Thread: {@link #announced} by whoever hears it; pods are ended on the lane {@code
 * node-shutdown}. Owns: how far the shutdown is.
 */
public final class GracefulShutdown implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(GracefulShutdown.class);

  /** The lane's own time, beyond that of the pods. */
  private static final Duration SPARE = Duration.ofSeconds(2);

  /** Who is told. */
  public interface Listener {
    /** A shutdown was announced, or called off. */
    void announced(boolean shuttingDown);

    /** The pods are being ended, or all have ended. */
    void progressed(ShutdownTimes times);
  }

  private final ShutdownSchedule schedule;
  private final ShutdownPods pods;
  private final InhibitorLock lock;
  private final ShutdownNotice notice;
  private final Listener listener;
  private final Timers timers;
  private final Lane lane;

  @GuardedBy("this")
  private boolean shuttingDown;

  @GuardedBy("this")
  private @Nullable ShutdownRun run;

  @GuardedBy("this")
  private boolean finished;

  private volatile boolean closed;

  public GracefulShutdown(
      ShutdownSchedule schedule,
      ShutdownPods pods,
      InhibitorLock lock,
      ShutdownNotice notice,
      Listener listener,
      Timers timers) {
    this.schedule = schedule;
    this.pods = pods;
    this.lock = lock;
    this.notice = notice;
    this.listener = listener;
    this.timers = timers;
    this.lane = new Lane("node-shutdown", this::step, timers);
  }

  /**
   * The machine is about to go down, or is not after all. What is known already changes nothing.
   */
  public void announced(boolean goesDown) {
    synchronized (this) {
      if (shuttingDown == goesDown) {
        return;
      }
      shuttingDown = goesDown;
      run = null;
      finished = false;
    }
    log.atInfo()
        .addKeyValue("event", goesDown ? "shutdown" : "cancel")
        .log("Shutdown manager detected new shutdown event");
    listener.announced(goesDown);
    if (!goesDown) {
      lock.acquire();
    }
    notice.set(goesDown);
    lane.wake();
  }

  /** Whether nothing is done until something happens. */
  boolean isQuiet() {
    return lane.isQuiet();
  }

  private Lane.Next step() {
    if (closed) {
      return Lane.Next.DONE;
    }
    Optional<ShutdownRun> current = current();
    if (current.isEmpty()) {
      return Lane.Next.IDLE;
    }
    Optional<Duration> wait = current.get().advance();
    if (wait.isPresent()) {
      return new Lane.Next.After(wait.get());
    }
    finish(current.get());
    return Lane.Next.IDLE;
  }

  /** The run that is to go on; begun here when there is none yet. */
  private Optional<ShutdownRun> current() {
    synchronized (this) {
      if (!shuttingDown || finished) {
        return Optional.empty();
      }
      if (run != null) {
        return Optional.of(run);
      }
    }
    List<ShutdownGroup> groups = schedule.groups(pods.active());
    ShutdownRun next = new ShutdownRun(groups, pods, timers, lane::wake);
    synchronized (this) {
      if (!shuttingDown) {
        return Optional.empty();
      }
      run = next;
    }
    log.info("Shutdown manager processing shutdown event");
    listener.progressed(new ShutdownTimes(Optional.of(next.startedAt()), Optional.empty()));
    return Optional.of(next);
  }

  private void finish(ShutdownRun ended) {
    Instant end = timers.now();
    listener.progressed(new ShutdownTimes(Optional.of(ended.startedAt()), Optional.of(end)));
    synchronized (this) {
      if (run != ended) {
        return;
      }
      finished = true;
      // Here, so that a lock taken for a shutdown that was called off meanwhile is not released.
      lock.release();
      notifyAll();
    }
    log.info("Shutdown manager completed processing shutdown event, node will shutdown shortly");
  }

  /** Ends the pods and waits for that, as long as they may take. Returns whether all was done. */
  public boolean endPods() throws InterruptedException {
    announced(true);
    long end = timers.nanoTime() + schedule.total().plus(SPARE).toNanos();
    synchronized (this) {
      while (!finished && timers.nanoTime() - end < 0) {
        wait(Math.max(1, Duration.ofNanos(end - timers.nanoTime()).toMillis()));
      }
      return finished;
    }
  }

  @Override
  public void close() {
    closed = true;
    lane.interruptAndWake();
  }
}
