package dev.jubelet.pod.worker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Those who asked for the end of a pod and want to know when it has come. Each is answered once.
 *
 * <p>Thread: calls from any; answers on the pod's lane or the timers' thread. Owns: the open calls
 * and their timers.
 */
final class KillCalls {
  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(10);

  private final Timers timers;

  @GuardedBy("this")
  private final List<Call> open = new ArrayList<>();

  @GuardedBy("this")
  private boolean stopped;

  KillCalls(Timers timers) {
    this.timers = timers;
  }

  /** One who waits. */
  private record Call(Consumer<KillOutcome> done, AtomicBoolean answered, Timers.Pending timeout) {
    void stopped() {
      timeout.cancel();
      if (answered.compareAndSet(false, true)) {
        done.accept(KillOutcome.STOPPED);
      }
    }
  }

  /** How long to wait for the end of a pod that is given this grace. */
  static Duration patience(long graceSeconds) {
    Duration patience = Duration.ofSeconds(graceSeconds + graceSeconds / 2);
    return patience.compareTo(LEAST_PATIENCE) < 0 ? LEAST_PATIENCE : patience;
  }

  /** Answers when the pod has stopped, or when that takes too long; {@code late} is run then. */
  void add(Duration patience, Runnable late, Consumer<KillOutcome> done) {
    synchronized (this) {
      if (!stopped) {
        AtomicBoolean answered = new AtomicBoolean();
        Timers.Pending timeout = timers.after(patience, () -> timedOut(answered, late, done));
        open.add(new Call(done, answered, timeout));
        return;
      }
    }
    done.accept(KillOutcome.STOPPED);
  }

  private static void timedOut(AtomicBoolean answered, Runnable late, Consumer<KillOutcome> done) {
    if (answered.compareAndSet(false, true)) {
      late.run();
      done.accept(KillOutcome.TIMED_OUT);
    }
  }

  /** From now on every call is answered at once. */
  void stopped() {
    List<Call> calls;
    synchronized (this) {
      stopped = true;
      calls = List.copyOf(open);
      open.clear();
    }
    calls.forEach(Call::stopped);
  }
}
