package dev.jubelet.probe;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Lane;
import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.SteadyClock;
import dev.jubelet.base.Timers;
import dev.jubelet.probe.schedule.ProbeKind;
import dev.jubelet.probe.schedule.ProbeSchedule;
import dev.jubelet.probe.schedule.ProbeState;
import dev.jubelet.probe.schedule.ProbedContainer;
import dev.jubelet.probe.schedule.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One probe of one container, made when its schedule says. Between two probes there is a timer and
 * nothing else; when there is nothing to ask, not even that.
 *
 * <p>Thread: sightings from the pod's lane, probes on the worker's own lane. Owns: the state of the
 * probe.
 */
final class ProbeWorker {
  private final ProbeSchedule schedule;
  private final Function<String, Optional<Verdict>> probe;
  private final Consumer<ProbeKind> onVerdict;
  private final SteadyClock clock;
  private final Lane lane;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private @Nullable ProbeState state;

  private volatile boolean stopped;

  /**
   * @param probe asks the container of this ID; empty when it was interrupted
   * @param onVerdict called on the worker's lane when the verdict has changed
   */
  ProbeWorker(
      String name,
      ProbeSchedule schedule,
      Function<String, Optional<Verdict>> probe,
      Consumer<ProbeKind> onVerdict,
      SteadyClock clock,
      Timers timers) {
    this.schedule = schedule;
    this.probe = probe;
    this.onVerdict = onVerdict;
    this.clock = clock;
    this.lane = new Lane(name, this::step, timers);
  }

  ProbeSchedule schedule() {
    return schedule;
  }

  /** What counts of this container. */
  Verdict verdict(String containerId) {
    ProbeState now = state();
    return now != null && now.isOf(containerId) ? now.verdict() : Verdict.UNKNOWN;
  }

  Optional<ProbeState> current() {
    return Optional.ofNullable(state());
  }

  /** Another container than before, with what is remembered of it. */
  void meet(ProbedContainer container, @Nullable Verdict remembered, Instant notBefore) {
    set(schedule.meet(container, remembered, notBefore));
    lane.interruptAndWake();
  }

  /** The same container, seen in another state. */
  void see(ProbedContainer container) {
    synchronized (lock) {
      if (state != null) {
        state = schedule.seen(state, container);
      }
    }
    if (container.running()) {
      lane.wake();
    } else {
      lane.interruptAndWake();
    }
  }

  /** There is no container any more. */
  void lose() {
    set(null);
    lane.interruptAndWake();
  }

  /** Something else of the pod has changed. */
  void nudge() {
    boolean sooner;
    synchronized (lock) {
      ProbeState before = state;
      if (before == null) {
        return;
      }
      ProbeState after = schedule.nudged(before, clock.now());
      sooner = !after.equals(before);
      state = after;
    }
    if (sooner) {
      lane.wake();
    }
  }

  /** Ends the worker, also in the middle of a probe; the verdict stays readable. */
  void stop() {
    stopped = true;
    lane.interruptAndWake();
  }

  boolean isQuiet() {
    return lane.isQuiet();
  }

  private Next step() {
    ProbeState before = state();
    if (stopped) {
      return Next.DONE;
    }
    Instant now = clock.now();
    Optional<Instant> due = before == null ? Optional.empty() : schedule.due(before);
    if (before == null || due.isEmpty()) {
      return Next.IDLE;
    }
    Duration left = Duration.between(now, due.get());
    if (left.isPositive()) {
      return new Next.After(left);
    }
    String containerId = before.container().containerId();
    probe.apply(containerId).ifPresent(result -> take(containerId, result, now));
    return Next.AGAIN;
  }

  /** Counts a result, unless the container it is about is not the one of now. */
  private void take(String containerId, Verdict result, Instant at) {
    boolean changed;
    synchronized (lock) {
      ProbeState before = state;
      if (stopped || before == null || !before.isOf(containerId) || !before.container().running()) {
        return;
      }
      ProbeState after = schedule.probed(before, result, at);
      changed = after.verdict() != before.verdict();
      state = after;
    }
    if (changed) {
      onVerdict.accept(schedule.kind());
    }
  }

  private @Nullable ProbeState state() {
    synchronized (lock) {
      return state;
    }
  }

  private void set(@Nullable ProbeState newState) {
    synchronized (lock) {
      state = newState;
    }
  }
}
