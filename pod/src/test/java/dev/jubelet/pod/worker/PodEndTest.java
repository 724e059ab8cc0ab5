package dev.jubelet.pod.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Timeline;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.testing.rule.Rule;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** lifecycle 4: what ends a pod, and how fast. */
@Timeout(60)
final class PodEndTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final PodUid A = new PodUid("a");
  private static final PodVerdict.Failed EVICTED =
      new PodVerdict.Failed("Evicted", "low on memory", "The node was low on memory");

  private final ManualTimers timers = new ManualTimers();
  private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
  private final ScriptedStages stages = new ScriptedStages(timers, seen);
  private final Timeline timeline = new Timeline(timers, 100, 100);
  private final PodWorkers workers =
      new PodWorkers(
          stages, timers, timeline, Duration.ofMinutes(1), uid -> seen.add("gone " + uid));

  @Test
  void aPodThatOutlivesItsDeadlineFails() {
    workers.run(pod(p -> p.editSpec().withActiveDeadlineSeconds(20L).endSpec()));
    stages.expectSettled();
    awaitTimers(1);
    timers.advance(Duration.ofMillis(19_999));
    stages.expectNothing();
    timers.advance(Duration.ofMillis(1));
    stages.expect("plan", "report SYNCING", "tell DeadlineExceeded");
    stages.expect("read", "report TERMINATING DeadlineExceeded", "kill pod 30", "read");
    stages.expect("report TERMINATED DeadlineExceeded", "release", "conclude");
    stages.expectNothing();
  }

  @Test
  void aPodWhoseVolumesTheNodeCannotHaveFails() {
    stages.refusesVolumes = true;
    workers.run(pod(p -> p));
    stages.expect("read", "plan", "report SYNCING", "volumes");
    stages.expect("warn VolumeAttachmentLimitExceeded");
    stages.expect("read", "report TERMINATING VolumeAttachmentLimitExceeded");
    stages.expect("kill pod 30", "read");
    stages.expect("report TERMINATED VolumeAttachmentLimitExceeded", "release", "conclude");
    stages.expectNothing();
  }

  @Test
  void aPodThatEndsBeforeItsDeadlineDoesNotFail() {
    stages.ended = true;
    workers.run(pod(p -> p.editSpec().withActiveDeadlineSeconds(0L).endSpec()));
    stages.expect("read", "plan", "report SYNCING", "read", "report TERMINATING");
  }

  @Test
  void aKilledPodSaysWhyAndStaysKnown() {
    workers.run(pod());
    stages.expectSettled();
    workers.kill(A, EVICTED, 3L, this::noted);
    stages.expect("read", "report TERMINATING Evicted", "kill pod 3", "read");
    stages.expect("report TERMINATED Evicted", "STOPPED", "release", "conclude");
    workers.run(pod());
    stages.expectNothing();
    workers.remove(A);
    stages.expect("read", "purge", "gone a");
  }

  @Test
  @Rule("6.13")
  void anEvictedPodIsClearedWhenItsSourceKnowsThatItWasEvicted() {
    workers.run(pod());
    stages.expectSettled();
    workers.kill(A, EVICTED, 3L, this::noted);
    stages.expect("read", "report TERMINATING Evicted", "kill pod 3", "read");
    stages.expect("report TERMINATED Evicted", "STOPPED", "release", "conclude");
    workers.run(evicted());
    stages.expect("read", "clear");
    workers.run(evicted());
    stages.expectNothing();
  }

  @Test
  @Rule("6.13")
  void aPodThatWasEvictedBeforeTheAgentStartedIsClearedToo() {
    workers.run(evicted());
    stages.expect("read", "report TERMINATED", "release", "conclude", "clear");
  }

  private Pod evicted() {
    return pod(p -> p.withNewStatus().withPhase("Failed").withReason("Evicted").endStatus());
  }

  @Test
  void aKilledPodIsNotStartedAnyFurther() {
    stages.hangInAct = true;
    workers.run(pod());
    stages.expect("read", "plan", "report SYNCING", "volumes", "act");
    workers.kill(A, EVICTED, null, this::noted);
    stages.expect("read", "report TERMINATING Evicted", "kill pod 30", "read");
  }

  @Test
  void anEndThatIsHurriedIsBrokenOffAndBegunAgainWithoutGrace() {
    workers.run(pod());
    stages.expectSettled();
    assertThat(workers.hurry(A)).as("it is still wanted").isFalse();
    stages.expectNothing();
    stages.hangInKill = true;
    workers.remove(A);
    stages.expect("read", "report TERMINATING", "kill pod 30");
    stages.hangInKill = false;
    assertThat(workers.hurry(A)).isTrue();
    stages.expect("read", "report TERMINATING", "kill pod 1");
    assertThat(workers.hurry(new PodUid("nobody"))).isFalse();
  }

  @Test
  void whoeverKillsAPodThatIsNotThereOrHasStoppedIsAnsweredAtOnce() {
    workers.kill(new PodUid("nobody"), EVICTED, null, this::noted);
    stages.expect("STOPPED");
    stages.ended = true;
    workers.run(pod());
    stages.expect("read", "plan", "report SYNCING", "read", "report TERMINATING", "kill pod 30");
    stages.expect("read", "report TERMINATED", "release", "conclude");
    workers.kill(A, EVICTED, null, this::noted);
    stages.expect("STOPPED");
    stages.expectNothing();
  }

  @ParameterizedTest(name = "grace {0}: {1} s")
  @CsvSource(
      nullValues = "-",
      value = {"1, 10", "6, 10", "8, 12", "-, 45"})
  void whoeverKillsAPodIsToldWhenThatTakesTooLong(@Nullable Long grace, long patience) {
    stages.hangInKill = true;
    workers.run(pod());
    stages.expectSettled();
    workers.kill(A, EVICTED, grace, this::noted);
    stages.expect("read", "report TERMINATING Evicted", "kill pod " + (grace == null ? 30 : grace));
    timers.advance(Duration.ofSeconds(patience).minusMillis(1));
    stages.expectNothing();
    timers.advance(Duration.ofMillis(1));
    stages.expect("warn ExceededGracePeriod", "TIMED_OUT");
    stages.letKillEnd();
    stages.expect("read", "report TERMINATED Evicted", "release", "conclude");
    stages.expectNothing();
  }

  @Test
  void aShorterGraceBreaksOffTheStopUnderWay() {
    stages.hangInKill = true;
    workers.run(pod());
    stages.expectSettled();
    workers.remove(A);
    stages.expect("read", "report TERMINATING", "kill pod 30");
    workers.kill(A, EVICTED, 5L, this::noted);
    stages.expect("read", "report TERMINATING Evicted", "kill pod 5");
    stages.letKillEnd();
    stages.expect("read", "report TERMINATED Evicted", "STOPPED", "release", "conclude", "purge");
  }

  @Test
  void aLongerGraceOrTheSameChangesNothing() {
    stages.hangInKill = true;
    workers.run(pod());
    stages.expectSettled();
    workers.run(deleted(10));
    stages.expect("read", "report TERMINATING", "kill pod 10");
    workers.run(deleted(10));
    workers.run(deleted(20));
    workers.remove(A);
    stages.expectNothing();
    stages.letKillEnd();
    stages.expect("read", "report TERMINATED", "release", "conclude", "purge", "gone a");
  }

  @Test
  void aForcedDeletionLeavesASecond() {
    stages.hangInKill = true;
    workers.run(pod());
    stages.expectSettled();
    workers.run(deleted(30));
    stages.expect("read", "report TERMINATING", "kill pod 30");
    workers.run(deleted(0));
    stages.expect("read", "report TERMINATING", "kill pod 1");
    stages.letKillEnd();
    stages.expect("read", "report TERMINATED", "release", "conclude");
  }

  @Test
  void aDeletionBreaksOffAStart() {
    stages.hangInAct = true;
    workers.run(pod());
    stages.expect("read", "plan", "report SYNCING", "volumes", "act");
    workers.run(deleted(7));
    stages.expect("read", "report TERMINATING", "kill pod 7");
  }

  @Test
  void aPodThatWasOverBeforeItWasSeenIsOnlyClearedUp() {
    workers.run(over());
    stages.expect("read", "report TERMINATED", "release", "conclude");
    stages.expectNothing();
    assertThat(workers.state(A)).contains(WorkerState.TERMINATED);
  }

  @Test
  void aPodThatWasOverBeforeItWasSeenIsStoppedWhenSomethingOfItRuns() {
    stages.sandboxes =
        List.of(new ObservedSandbox("s", 0, true, timers.now(), false, List.of(), ""));
    workers.run(over());
    stages.expect("read", "read", "report TERMINATING in s", "kill pod 30", "read");
    stages.expect("report TERMINATED in s", "release", "conclude");
  }

  @Test
  void aPodIsNotOverWhileSomethingOfItCannotBeGivenBack() {
    stages.held.addAll(List.of("a volume", "a volume"));
    workers.run(pod());
    stages.expectSettled();
    workers.run(deleted(7));
    stages.expect("read", "report TERMINATING", "kill pod 7", "read");
    stages.expect("report TERMINATED", "release");
    awaitTimers(1);
    timers.advance(Duration.ofMillis(20));
    stages.expect("release again");
    awaitTimers(1);
    timers.advance(Duration.ofMillis(40));
    stages.expect("release again", "conclude", "read");
    stages.expectNothing();
  }

  @Test
  void whatAPodThatNobodyHasStillHoldsIsNotForgotten() {
    stages.held.add("a volume");
    workers.run(pod());
    stages.expectSettled();
    assertThat(workers.removal(A)).isEmpty();
    Instant removedAt = timers.now();
    workers.remove(A);
    stages.expect("read", "report TERMINATING", "kill pod 30", "read");
    stages.expect("report TERMINATED", "release");
    awaitTimers(1);
    assertThat(openWaits()).containsExactly("the removal of its remains: a volume");
    assertThat(workers.removal(A)).contains(new PodWorkers.Removal(removedAt, 30));
    timers.advance(Duration.ofMillis(20));
    stages.expect("release again", "conclude", "read", "purge", "gone a");
    assertThat(openWaits()).isEmpty();
    assertThat(workers.removal(A)).isEmpty();
  }

  @Test
  void aRuntimeThatRefusesToRemoveAPodIsAskedLessAndLessOftenButForEver() {
    stages.purgeFailure =
        new CriException(
            CriException.Kind.INVALID, "RemovePodSandbox", "cannot delete running task");
    workers.run(pod());
    stages.expectSettled();
    workers.remove(A);
    stages.expect("read", "report TERMINATING", "kill pod 30", "read");
    stages.expect("report TERMINATED", "release", "conclude", "purge");
    Duration wait = Duration.ofMillis(20);
    for (int i = 0; i < 9; i++) {
      awaitTimers(1);
      timers.advance(wait.minusMillis(1));
      stages.expectNothing();
      timers.advance(Duration.ofMillis(1));
      stages.expect("read", "purge");
      wait = wait.multipliedBy(2);
    }
    for (int i = 0; i < 20; i++) {
      awaitTimers(1);
      timers.advance(Duration.ofSeconds(11));
      stages.expect("read", "purge");
    }
    awaitTimers(1);
    stages.purgeFailure = null;
    timers.advance(Duration.ofSeconds(11));
    stages.expect("read", "purge", "gone a");
  }

  @Test
  void whatCouldNotBeRemovedHoldsNobodyUpAndIsTriedAgainLater() {
    for (int i = 0; i < 20; i++) {
      stages.left.add("an immutable file");
    }
    workers.run(pod());
    stages.expectSettled();
    workers.remove(A);
    stages.expect("read", "report TERMINATING", "kill pod 30", "read");
    stages.expect("report TERMINATED", "release", "conclude", "purge");
    for (int i = 1; i < 20; i++) {
      awaitTimers(1);
      timers.advance(Duration.ofSeconds(11));
      stages.expect("read", "purge");
    }
    stages.expect("gone a");
    awaitTimers(1);
    timers.advance(Duration.ofMinutes(5));
    stages.expect("read", "kill stranger 1", "read", "release", "purge", "gone a");
    assertThat(timers.pending()).isZero();
  }

  @Test
  void whatAPodWaitsForTellsWhenItIsTriedAgainAndIsOverWhenThePodEnds() {
    Instant retry = timers.now().plusSeconds(7);
    stages.retryAt = retry;
    workers.run(pod());
    stages.expect("read", "plan", "report SYNCING", "volumes", "act", "report SYNCING");
    awaitTimers(1);
    assertThat(openWaits()).containsExactly("c: ErrImagePull", "its sandbox: no sandbox");
    assertThat(timeline.history("a").entries())
        .filteredOn(step -> step.what().equals("wait"))
        .extracting(Timeline.Entry::until)
        .containsOnly(retry);
    stages.hangInKill = true;
    workers.remove(A);
    stages.expect("read", "report TERMINATING", "kill pod 30");
    assertThat(openWaits()).isEmpty();
    stages.letKillEnd();
  }

  @Test
  void volumesThatAreNotReadyTellWhenTheyAreTriedAgain() {
    stages.volumeFailures.set(1);
    workers.run(pod());
    stages.expect("read", "plan", "report SYNCING", "volumes", "warn FailedMount");
    awaitTimers(1);
    assertThat(openWaits()).containsExactly("its volumes: configmap \"x\" not found");
    assertThat(timeline.history("a").entries())
        .filteredOn(step -> step.what().equals("wait"))
        .extracting(Timeline.Entry::until)
        .allSatisfy(until -> assertThat(until).isAfter(timers.now()));
  }

  private List<String> openWaits() {
    return timeline.history("a").entries().stream()
        .filter(step -> step.what().equals("wait") && step.end() == null)
        .map(step -> step.detail() + ": " + step.waitedFor())
        .toList();
  }

  private void noted(KillOutcome outcome) {
    seen.add(outcome.name());
  }

  /** The lane sets its timer a moment after its last call. */
  private void awaitTimers(int count) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (timers.pending() < count) {
      assertThat(System.nanoTime()).as("the lane sets its timer").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private static Pod over() {
    return pod(p -> p.withNewStatus().withPhase("Failed").endStatus());
  }

  private static Pod deleted(long grace) {
    return pod(
        p ->
            p.editMetadata()
                .withDeletionTimestamp("2026-01-01T00:00:00Z")
                .withDeletionGracePeriodSeconds(grace)
                .endMetadata());
  }

  private static Pod pod() {
    return pod(p -> p);
  }

  private static Pod pod(java.util.function.UnaryOperator<PodBuilder> with) {
    PodBuilder builder =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace("default")
            .withName("web")
            .withUid("a")
            .endMetadata()
            .withNewSpec()
            .withTerminationGracePeriodSeconds(30L)
            .endSpec();
    return with.apply(builder).build();
  }
}
