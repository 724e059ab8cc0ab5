package dev.jubelet.edge.apiserver;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Lets a request go alone while no answer is coming in on the client: the JDK's client opens a
 * connection for every request that finds none, so that those who come together would have one
 * each. Those behind the first wait until its answer begins, but not for long.
 *
 * <p>Thread: any; {@link #enter} may wait. Owns: who goes first, and how many answers there are.
 */
final class ConnectionGate {
  static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Timers timers;

  @GuardedBy("this")
  private int answers;

  @GuardedBy("this")
  private @Nullable CountDownLatch first;

  private ConnectionGate(Timers timers, int answers) {
    this.timers = timers;
    this.answers = answers;
  }

  /** For a client whose requests share a connection. */
  static ConnectionGate ofShared(Timers timers) {
    return new ConnectionGate(timers, 0);
  }

  /** For a client with a connection for each request: nobody waits for another. */
  static ConnectionGate ofSeparate(Timers timers) {
    return new ConnectionGate(timers, 1);
  }

  /** What a request holds from its start to the end of its answer. */
  final class Pass {
    private final @Nullable CountDownLatch others;
    private final Timers.@Nullable Pending patience;
    private boolean answered;
    private boolean left;

    private Pass() {
      this.others = null;
      this.patience = null;
    }

    private Pass(CountDownLatch others) {
      this.others = others;
      this.patience = timers.after(PATIENCE, () -> open(others));
    }

    /** Its answer has begun, so there is a connection. */
    void answered() {
      synchronized (ConnectionGate.this) {
        answered = true;
        answers++;
      }
      openToOthers();
    }

    /** May be repeated. */
    void leave() {
      synchronized (ConnectionGate.this) {
        if (answered && !left) {
          answers--;
        }
        left = true;
      }
      openToOthers();
    }

    private void openToOthers() {
      if (others != null && patience != null) {
        patience.cancel();
        open(others);
      }
    }
  }

  private void open(CountDownLatch others) {
    synchronized (this) {
      if (others.equals(first)) {
        first = null;
      }
    }
    others.countDown();
  }

  /** Whoever was behind another goes whatever became of that one. */
  Pass enter() throws InterruptedException {
    CountDownLatch ahead;
    synchronized (this) {
      if (answers > 0) {
        return new Pass();
      }
      if (first == null) {
        first = new CountDownLatch(1);
        return new Pass(first);
      }
      ahead = first;
    }
    ahead.await();
    return new Pass();
  }
}
