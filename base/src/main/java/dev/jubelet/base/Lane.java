package dev.jubelet.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the steps of one thing, one at a time, on a virtual thread that exists only while there is
 * work. A wake during a step causes exactly one more step; what the step should do is read by the
 * step itself, so only the newest wish counts.
 *
 * <pre>
 *   idle ──wake──► running ──step says Idle──► idle
 *                     │  ▲
 *                     │  └─ woken meanwhile, or step says Again
 *                     ├──step says After(d)──► idle, wakes itself after d
 *                     └──step says Done──► done (later wakes are ignored)
 * </pre>
 *
 * <p>Thread: {@link #wake} from any; steps on the lane's own. Owns: its pending timer.
 */
public final class Lane {
  private static final Logger log = LoggerFactory.getLogger(Lane.class);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);

  /** What a step wants to happen next. */
  public sealed interface Next {
    /** Nothing until the next wake. */
    record Idle() implements Next {}

    /** Another step at once. */
    record Again() implements Next {}

    /** Another step after this time, or sooner when woken. */
    record After(Duration delay) implements Next {}

    /** No step ever again. */
    record Done() implements Next {}

    Next IDLE = new Idle();
    Next AGAIN = new Again();
    Next DONE = new Done();
  }

  private enum Mode {
    IDLE,
    RUNNING,
    WOKEN_WHILE_RUNNING,
    DONE
  }

  private final String name;
  private final Supplier<Next> step;
  private final Timers timers;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private Mode mode = Mode.IDLE;

  @GuardedBy("lock")
  private @Nullable Thread thread;

  @GuardedBy("lock")
  private Timers.@Nullable Pending retry;

  public Lane(String name, Supplier<Next> step, Timers timers) {
    this.name = name;
    this.step = step;
    this.timers = timers;
  }

  /** Makes a step happen soon: now when idle, right after the current step otherwise. */
  public void wake() {
    synchronized (lock) {
      switch (mode) {
        case IDLE -> startThread();
        case RUNNING -> mode = Mode.WOKEN_WHILE_RUNNING;
        case WOKEN_WHILE_RUNNING, DONE -> {}
      }
    }
  }

  /** Like {@link #wake}, and interrupts the step that is running so that it ends early. */
  public void interruptAndWake() {
    synchronized (lock) {
      if (thread != null) {
        thread.interrupt();
      }
      wake();
    }
  }

  /** Whether no step runs or is due at once. */
  public boolean isQuiet() {
    synchronized (lock) {
      return mode == Mode.IDLE || mode == Mode.DONE;
    }
  }

  @GuardedBy("lock")
  private void startThread() {
    cancelRetry();
    mode = Mode.RUNNING;
    thread = Thread.ofVirtual().name(name).start(this::run);
  }

  private void run() {
    boolean more = true;
    while (more) {
      Next next = runStep();
      more = settle(next);
    }
  }

  private Next runStep() {
    try {
      return step.get();
    } catch (RuntimeException | Error e) {
      log.atError().setCause(e).addKeyValue("lane", name).log("A step failed unexpectedly");
      timers.failedUnexpectedly();
      return new Next.After(AFTER_FAILURE);
    }
  }

  /** Decides under the lock whether this thread goes on. */
  private boolean settle(Next next) {
    synchronized (lock) {
      // An interrupt was meant for the step that has just ended.
      Thread.interrupted();
      boolean woken = mode == Mode.WOKEN_WHILE_RUNNING;
      if (next instanceof Next.Done) {
        mode = Mode.DONE;
        thread = null;
        return false;
      }
      if (woken || next instanceof Next.Again) {
        mode = Mode.RUNNING;
        return true;
      }
      mode = Mode.IDLE;
      thread = null;
      if (next instanceof Next.After(Duration delay)) {
        retry = timers.after(delay, this::wake);
      }
      return false;
    }
  }

  @GuardedBy("lock")
  private void cancelRetry() {
    if (retry != null) {
      retry.cancel();
      retry = null;
    }
  }
}
