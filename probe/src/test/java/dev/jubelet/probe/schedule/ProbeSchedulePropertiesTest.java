package dev.jubelet.probe.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds for every probe, whatever its numbers and results. */
final class ProbeSchedulePropertiesTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final ProbedContainer RUNNING = new ProbedContainer("c1", true, START, true);

  @Property
  void aVerdictOnlyChangesToAResultThatCameAsOftenAsItsThreshold(
      @ForAll ProbeKind kind,
      @ForAll @IntRange(min = 1, max = 4) int successes,
      @ForAll @IntRange(min = 1, max = 4) int failures,
      @ForAll @Size(max = 20) List<Verdict> results) {
    ProbeSchedule schedule = schedule(kind, 0, successes, failures);
    ProbeState state = schedule.meet(RUNNING, null, START);
    int row = 0;
    Verdict last = Verdict.UNKNOWN;
    for (Verdict result : results) {
      if (result != Verdict.UNKNOWN) {
        row = result == last ? row + 1 : 1;
        last = result;
      }
      ProbeState next = schedule.probed(state, result, dueOr(schedule, state));
      if (next.verdict() != state.verdict()) {
        assertThat(result).isEqualTo(next.verdict());
        assertThat(row).isGreaterThanOrEqualTo(result == Verdict.SUCCESS ? successes : failures);
      }
      state = next;
    }
  }

  @Property
  void probesAreNeverLessThanAPeriodApart(
      @ForAll ProbeKind kind,
      @ForAll @IntRange(max = 60) int delay,
      @ForAll @Size(max = 20) List<Verdict> results) {
    ProbeSchedule schedule = schedule(kind, delay, 1, 3);
    ProbeState state = schedule.meet(RUNNING, null, START);
    Instant last = START.minus(schedule.period());
    for (Verdict result : results) {
      if (schedule.due(state).isEmpty()) {
        return;
      }
      Instant due = schedule.due(state).orElseThrow();
      assertThat(Duration.between(last, due)).isGreaterThanOrEqualTo(schedule.period());
      assertThat(due).isAfterOrEqualTo(START.plusSeconds(delay));
      state = schedule.probed(state, result, due);
      last = due;
    }
  }

  @Property
  void onceOnHoldAlwaysOnHold(
      @ForAll ProbeKind kind, @ForAll @Size(max = 20) List<Verdict> results) {
    ProbeSchedule schedule = schedule(kind, 0, 1, 2);
    ProbeState state = schedule.meet(RUNNING, null, START);
    for (Verdict result : results) {
      if (state.onHold()) {
        assertThat(schedule.due(state)).isEmpty();
        assertThat(schedule.due(schedule.nudged(state, START))).isEmpty();
        return;
      }
      state = schedule.probed(state, result, dueOr(schedule, state));
    }
  }

  @Property
  void aSpreadProbeComesWithinThePeriod(
      @ForAll @IntRange(max = 100) int uptime, @ForAll @DoubleRange(max = 0.99) double random) {
    ProbeSchedule schedule = schedule(ProbeKind.LIVENESS, 0, 1, 3);
    Instant first = schedule.spread(START, Duration.ofSeconds(uptime), random);
    assertThat(first).isBetween(START, START.plus(schedule.period()));
  }

  private static Instant dueOr(ProbeSchedule schedule, ProbeState state) {
    return schedule.due(state).orElse(state.notBefore());
  }

  private static ProbeSchedule schedule(ProbeKind kind, int delay, int successes, int failures) {
    return new ProbeSchedule(
        kind, Duration.ofSeconds(delay), Duration.ofSeconds(10), successes, failures);
  }
}
