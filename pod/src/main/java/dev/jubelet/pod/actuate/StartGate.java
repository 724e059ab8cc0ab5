package dev.jubelet.pod.actuate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Lets only so many starts keep the runtime busy at a time, so that of a hundred pods the first is
 * ready soon and not all at the end. Who continues a pod goes before who begins one; otherwise
 * first come, first served. A start that takes longer than the patience no longer counts: a runtime
 * that hangs on some pods does not hold up the others.
 *
 * <p>Thread: any; waits on the caller's. Owns: who is inside and who waits.
 */
public final class StartGate {

  /** Whether a pod is begun or continued. */
  enum Turn {
    BEGIN,
    CONTINUE
  }

  /** Leave to go on, until closed. */
  interface Pass extends AutoCloseable {
    @Override
    void close();
  }

  private final int most;
  private final Duration patience;
  private final Timers timers;

  @GuardedBy("this")
  private final Deque<CountDownLatch> begins = new ArrayDeque<>();

  @GuardedBy("this")
  private final Deque<CountDownLatch> continues = new ArrayDeque<>();

  @GuardedBy("this")
  private int inside;

  public StartGate(int most, Duration patience, Timers timers) {
    this.most = most;
    this.patience = patience;
    this.timers = timers;
  }

  /**
   * Waits for the turn; an interrupt ends the wait with a cancelled call. {@code waits} is called
   * when there is no room at once.
   */
  Pass enter(Turn turn, Runnable waits) {
    CountDownLatch wait = queue(turn);
    if (wait != null) {
      waits.run();
      try {
        wait.await();
      } catch (InterruptedException e) {
        giveUp(turn, wait);
        Thread.currentThread().interrupt();
        throw new CriException(CriException.Kind.CANCELLED, "", "interrupted");
      }
    }
    AtomicBoolean counts = new AtomicBoolean(true);
    Runnable leave =
        () -> {
          if (counts.getAndSet(false)) {
            leave();
          }
        };
    Timers.Pending tooLong = timers.after(patience, leave);
    return () -> {
      tooLong.cancel();
      leave.run();
    };
  }

  /** Null when there is room at once. */
  private synchronized @Nullable CountDownLatch queue(Turn turn) {
    if (inside < most) {
      inside++;
      return null;
    }
    CountDownLatch wait = new CountDownLatch(1);
    queueOf(turn).addLast(wait);
    return wait;
  }

  /** When it was let in meanwhile, its place goes to the next. */
  private synchronized void giveUp(Turn turn, CountDownLatch wait) {
    if (!queueOf(turn).remove(wait)) {
      leave();
    }
  }

  private synchronized void leave() {
    CountDownLatch next = continues.isEmpty() ? begins.pollFirst() : continues.pollFirst();
    if (next == null) {
      inside--;
    } else {
      next.countDown();
    }
  }

  @GuardedBy("this")
  private Deque<CountDownLatch> queueOf(Turn turn) {
    return turn == Turn.BEGIN ? begins : continues;
  }
}
