package dev.jubelet.probe.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Section 8 of the life-cycle rules: when a probe is made and what its results come to. */
@Rule("8.1")
final class ProbeScheduleTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final ProbedContainer RUNNING = new ProbedContainer("c1", true, START, true);

  @Test
  void whatTheSpecLeavesOutHasTheDefaultsOfTheApi() {
    assertThat(ProbeSchedule.of(ProbeKind.LIVENESS, new Probe()))
        .isEqualTo(
            new ProbeSchedule(ProbeKind.LIVENESS, Duration.ZERO, Duration.ofSeconds(10), 1, 3));
  }

  @Test
  void theSpecsNumbersAreTaken() {
    Probe probe =
        new ProbeBuilder()
            .withInitialDelaySeconds(5)
            .withPeriodSeconds(2)
            .withSuccessThreshold(3)
            .withFailureThreshold(4)
            .build();
    assertThat(ProbeSchedule.of(ProbeKind.READINESS, probe))
        .isEqualTo(
            new ProbeSchedule(
                ProbeKind.READINESS, Duration.ofSeconds(5), Duration.ofSeconds(2), 3, 4));
  }

  @ParameterizedTest
  @CsvSource({"STARTUP, UNKNOWN", "LIVENESS, SUCCESS", "READINESS, FAILURE"})
  void beforeAnyProbeEachKindHasItsInitialVerdict(ProbeKind kind, Verdict initial) {
    assertThat(met(schedule(kind, 0, 10, 1, 3)).verdict()).isEqualTo(initial);
  }

  @ParameterizedTest
  @EnumSource(ProbeKind.class)
  void whatIsRememberedOfAContainerCounts(ProbeKind kind) {
    ProbeSchedule schedule = schedule(kind, 0, 10, 1, 3);
    assertThat(schedule.meet(RUNNING, Verdict.SUCCESS, START).verdict()).isEqualTo(Verdict.SUCCESS);
  }

  @ParameterizedTest
  @CsvSource({
    "STARTUP, 0, 0",
    "STARTUP, 7, 7",
    "READINESS, 0, 0",
    "READINESS, 7, 7",
    "LIVENESS, 0, 10",
    "LIVENESS, 7, 10",
    "LIVENESS, 25, 25"
  })
  void theFirstProbeComesWhenTheDelayIsOver(ProbeKind kind, int delay, int expected) {
    ProbeSchedule schedule = schedule(kind, delay, 10, 1, 3);
    assertThat(schedule.due(met(schedule))).hasValue(at(expected));
  }

  @Test
  void theNextProbeComesAPeriodAfterTheLast() {
    ProbeSchedule schedule = schedule(ProbeKind.READINESS, 0, 10, 1, 3);
    ProbeState state = schedule.probed(met(schedule), Verdict.SUCCESS, at(3));
    assertThat(schedule.due(state)).hasValue(at(13));
  }

  @ParameterizedTest
  @EnumSource(
      value = ProbeKind.class,
      names = {"LIVENESS", "READINESS"})
  void untilItHasStartedAContainerIsAskedNothingElse(ProbeKind kind) {
    ProbeSchedule schedule = schedule(kind, 0, 10, 1, 3);
    ProbedContainer starting = new ProbedContainer("c1", true, START, false);
    ProbeState state = schedule.meet(starting, null, START);
    assertThat(schedule.due(state)).isEmpty();
    assertThat(schedule.due(schedule.seen(state, starting.withStarted()))).isPresent();
  }

  @ParameterizedTest
  @EnumSource(ProbeKind.class)
  void aContainerThatDoesNotRunIsNotAsked(ProbeKind kind) {
    ProbeSchedule schedule = schedule(kind, 0, 10, 1, 3);
    ProbedContainer created = new ProbedContainer("c1", false, START, true);
    ProbeState state = schedule.meet(created, null, START);
    assertThat(schedule.due(state)).isEmpty();
    assertThat(schedule.due(schedule.seen(state, RUNNING))).isPresent();
  }

  @Test
  void aContainerThatStopsIsNotReadyAnyMore() {
    ProbeSchedule schedule = schedule(ProbeKind.READINESS, 0, 10, 1, 3);
    ProbeState ready = schedule.probed(met(schedule), Verdict.SUCCESS, START);
    ProbeState stopped = schedule.seen(ready, new ProbedContainer("c1", false, START, true));
    assertThat(ready.verdict()).isEqualTo(Verdict.SUCCESS);
    assertThat(stopped.verdict()).isEqualTo(Verdict.FAILURE);
  }

  @ParameterizedTest
  @CsvSource({"FFF, FAILURE", "FF, SUCCESS", "FFSFF, SUCCESS", "FFUF, FAILURE", "FFFS, FAILURE"})
  void livenessFailsAfterAsManyFailuresInARow(String results, Verdict expected) {
    ProbeSchedule schedule = schedule(ProbeKind.LIVENESS, 0, 10, 1, 3);
    assertThat(after(schedule, results).verdict()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "S, FAILURE",
    "SS, SUCCESS",
    "SFS, FAILURE",
    "SSFF, SUCCESS",
    "SSFFF, FAILURE",
    "SUS, SUCCESS"
  })
  void readinessFollowsItsThresholdsBothWays(String results, Verdict expected) {
    ProbeSchedule schedule = schedule(ProbeKind.READINESS, 0, 10, 2, 3);
    assertThat(after(schedule, results).verdict()).isEqualTo(expected);
  }

  @Test
  void afterALivenessFailureNothingIsAskedUntilThereIsAnotherContainer() {
    ProbeSchedule schedule = schedule(ProbeKind.LIVENESS, 0, 10, 1, 1);
    ProbeState failed = after(schedule, "F");
    assertThat(failed.onHold()).isTrue();
    assertThat(schedule.due(failed)).isEmpty();
    assertThat(schedule.due(met(schedule))).isPresent();
  }

  @ParameterizedTest
  @CsvSource({"S, SUCCESS", "FF, FAILURE"})
  void aStartupVerdictIsFinalForTheContainer(String results, Verdict expected) {
    ProbeSchedule schedule = schedule(ProbeKind.STARTUP, 0, 10, 1, 1);
    ProbeState state = after(schedule, results);
    assertThat(state.verdict()).isEqualTo(expected);
    assertThat(schedule.due(state)).isEmpty();
  }

  @Test
  void aContainerHasThresholdTimesPeriodToStart() {
    ProbeSchedule schedule = schedule(ProbeKind.STARTUP, 5, 10, 1, 3);
    ProbeState state = met(schedule);
    for (int second : new int[] {5, 15, 25}) {
      assertThat(schedule.due(state)).hasValue(at(second));
      state = schedule.probed(state, Verdict.FAILURE, at(second));
      assertThat(state.verdict()).isEqualTo(Verdict.UNKNOWN);
    }
    state = schedule.probed(state, Verdict.FAILURE, at(35));
    assertThat(state.verdict()).isEqualTo(Verdict.FAILURE);
  }

  @Test
  void aRememberedStartIsNotAskedForAgain() {
    ProbeSchedule schedule = schedule(ProbeKind.STARTUP, 0, 10, 1, 3);
    assertThat(schedule.due(schedule.meet(RUNNING, Verdict.SUCCESS, START))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"READINESS, FAILURE, 4", "READINESS, SUCCESS, 10", "LIVENESS, SUCCESS, 10"})
  void aChangeOfThePodBringsTheReadinessProbeForward(ProbeKind kind, Verdict has, int expected) {
    ProbeSchedule schedule = schedule(kind, 0, 10, 1, 3);
    ProbeState state = schedule.meet(RUNNING, has, at(10));
    assertThat(schedule.due(schedule.nudged(state, at(4)))).hasValue(at(expected));
  }

  @Test
  void aChangeOfThePodDoesNotShortenTheInitialDelay() {
    ProbeSchedule schedule = schedule(ProbeKind.READINESS, 8, 10, 1, 3);
    assertThat(schedule.due(schedule.nudged(met(schedule), at(4)))).hasValue(at(8));
  }

  @ParameterizedTest
  @CsvSource({"3, 0.5, 5", "9, 0.0, 0", "10, 0.5, 0", "3600, 0.9, 0"})
  void aYoungAgentSpreadsItsFirstProbesOverThePeriod(int uptime, double random, int expected) {
    ProbeSchedule schedule = schedule(ProbeKind.READINESS, 0, 10, 1, 3);
    assertThat(schedule.spread(START, Duration.ofSeconds(uptime), random)).isEqualTo(at(expected));
  }

  private static ProbeState after(ProbeSchedule schedule, String results) {
    ProbeState state = met(schedule);
    int second = 0;
    for (int i = 0; i < results.length(); i++) {
      state = schedule.probed(state, verdict(results.charAt(i)), at(second));
      second += 10;
    }
    return state;
  }

  private static Verdict verdict(char letter) {
    return switch (letter) {
      case 'S' -> Verdict.SUCCESS;
      case 'F' -> Verdict.FAILURE;
      default -> Verdict.UNKNOWN;
    };
  }

  private static ProbeState met(ProbeSchedule schedule) {
    return schedule.meet(RUNNING, null, START);
  }

  private static ProbeSchedule schedule(
      ProbeKind kind, int delay, int period, int successes, int failures) {
    return new ProbeSchedule(
        kind, Duration.ofSeconds(delay), Duration.ofSeconds(period), successes, failures);
  }

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }
}
