package dev.jubelet.probe.schedule;

import io.fabric8.kubernetes.api.model.Probe;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one probe: when it is made and what follows from its results. All times are of one
 * clock that never jumps. Pure.
 *
 * <p>The first startup and readiness probes come as soon as the initial delay allows, so that a
 * quick container counts at once. That must not shorten the time a slow one has: the first liveness
 * probe waits for a period at least, and a startup probe that fails within the first period is not
 * held against the container, which thus has failureThreshold times periodSeconds to start.
 */
public record ProbeSchedule(
    ProbeKind kind,
    Duration initialDelay,
    Duration period,
    int successThreshold,
    int failureThreshold) {
  private static final int USUAL_PERIOD = 10;
  private static final int USUAL_FAILURES = 3;

  public static ProbeSchedule of(ProbeKind kind, Probe probe) {
    return new ProbeSchedule(
        kind,
        Duration.ofSeconds(Math.max(0, orElse(probe.getInitialDelaySeconds(), 0))),
        Duration.ofSeconds(orElse(probe.getPeriodSeconds(), USUAL_PERIOD)),
        orElse(probe.getSuccessThreshold(), 1),
        orElse(probe.getFailureThreshold(), USUAL_FAILURES));
  }

  private static int orElse(@Nullable Integer value, int usual) {
    return value == null || value == 0 ? usual : value;
  }

  /**
   * When a container is probed that ran before the agent did: all its probes at once would be a
   * burst, so an agent younger than the period spreads them over it.
   *
   * @param random from 0 to 1
   */
  public Instant spread(Instant now, Duration uptime, double random) {
    return period.compareTo(uptime) <= 0 ? now : now.plusNanos((long) (period.toNanos() * random));
  }

  /** A container seen for the first time, with what is remembered of it, if anything is. */
  public ProbeState meet(
      ProbedContainer container, @Nullable Verdict remembered, Instant notBefore) {
    Verdict verdict = remembered == null ? kind.initial() : remembered;
    return new ProbeState(container, verdict, Verdict.UNKNOWN, 0, false, notBefore);
  }

  /** The same container seen again; what does not run is what it was before any probe. */
  public ProbeState seen(ProbeState state, ProbedContainer container) {
    if (!container.running() && state.container().running()) {
      return meet(container, null, state.notBefore());
    }
    return state.seen(container);
  }

  /** When to make the next probe; empty when not before something else happens. */
  public Optional<Instant> due(ProbeState state) {
    ProbedContainer container = state.container();
    boolean mayAsk =
        kind == ProbeKind.STARTUP ? state.verdict() != Verdict.SUCCESS : container.started();
    if (!container.running() || state.onHold() || !mayAsk) {
      return Optional.empty();
    }
    Instant first = container.startedAt().plus(firstDelay());
    return Optional.of(first.isAfter(state.notBefore()) ? first : state.notBefore());
  }

  private Duration firstDelay() {
    return kind == ProbeKind.LIVENESS && period.compareTo(initialDelay) > 0 ? period : initialDelay;
  }

  /** Something else of the pod changed: a container that is not ready yet may be so now. */
  public ProbeState nudged(ProbeState state, Instant now) {
    boolean helps = kind == ProbeKind.READINESS && state.verdict() != Verdict.SUCCESS;
    return helps && state.notBefore().isAfter(now) ? state.at(now) : state;
  }

  /** What a probe made at that time comes to. */
  public ProbeState probed(ProbeState state, Verdict result, Instant at) {
    ProbeState next = state.at(at.plus(period));
    if (state.onHold() || result == Verdict.UNKNOWN || isExcused(state, result, at)) {
      return next;
    }
    ProbeState counted = next.counted(result);
    if (counted.run() < threshold(result)) {
      return counted;
    }
    ProbeState decided = counted.decided(result);
    return endsProbing(result) ? decided.held() : decided;
  }

  private boolean isExcused(ProbeState state, Verdict result, Instant at) {
    Instant firstPeriodOver = state.container().startedAt().plus(initialDelay).plus(period);
    return kind == ProbeKind.STARTUP && result == Verdict.FAILURE && at.isBefore(firstPeriodOver);
  }

  private int threshold(Verdict result) {
    return result == Verdict.SUCCESS ? successThreshold : failureThreshold;
  }

  private boolean endsProbing(Verdict result) {
    return switch (kind) {
      case STARTUP -> true;
      case LIVENESS -> result == Verdict.FAILURE;
      case READINESS -> false;
    };
  }
}
