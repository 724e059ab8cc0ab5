package dev.jubelet.pod.worker;

import dev.jubelet.base.SteadyClock;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The clock by which restarts are put off. It never jumps, whatever happens to the wall clock, so a
 * container ended when this agent first saw that it had. The time that the runtime tells counts
 * only for what had ended before the agent first looked at the pod.
 *
 * <p>Thread: the pod's lane. Owns: when the containers of the pod ended.
 */
final class RestartClock {
  private static final Duration DRIFT = Duration.ofSeconds(1);

  private final Timers timers;
  private final SteadyClock clock;

  /** By container; null before the first look at the pod. */
  private @Nullable Map<String, Instant> ends;

  /** How far the wall clock is ahead of this one. */
  private Duration ahead = Duration.ZERO;

  RestartClock(Timers timers) {
    this.timers = timers;
    this.clock = new SteadyClock(timers);
  }

  Instant now() {
    return clock.now();
  }

  /** The reading with the ends of containers by this clock. */
  ObservedPod byThisClock(ObservedPod observed) {
    Map<String, Instant> known = ends;
    Map<String, Instant> next = new HashMap<>();
    for (ObservedContainer container : observed.containers()) {
      if (container.state() == ObservedContainer.State.EXITED) {
        Instant before = known == null ? null : known.get(container.id());
        next.put(container.id(), before != null ? before : end(container, known == null));
      }
    }
    ends = Map.copyOf(next);
    return next.isEmpty() ? observed : observed.withEnds(next);
  }

  private Instant end(ObservedContainer container, boolean firstLook) {
    Instant told = container.finishedAt();
    return firstLook ? clock.of(told == null ? container.createdAt() : told) : clock.now();
  }

  /**
   * The plan with its waits by the wall clock. Drift is left alone, so that waits stay the same.
   */
  PodPlan byWallClock(PodPlan plan) {
    if (plan.waits().isEmpty()) {
      return plan;
    }
    Duration difference = Duration.between(clock.now(), timers.now());
    if (difference.minus(ahead).abs().compareTo(DRIFT) > 0) {
      ahead = difference;
    }
    Duration shift = ahead;
    return new PodPlan(
        plan.actions(),
        plan.waits().stream()
            .map(w -> new PodPlan.Waiting(w.containerName(), w.why(), w.until().plus(shift)))
            .toList(),
        plan.finished());
  }
}
