package dev.jubelet.pod.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Timeline;
import dev.jubelet.edge.cri.CriException;
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
  private final ScriptedNode node = new ScriptedNode(timers, seen);
  private final PodWorkers workers = node.workers();

  @Test
  void aPodThatOutlivesItsDeadlineFails() {
    workers.run(pod(p -> p.editSpec().withActiveDeadlineSeconds(20L).endSpec()));
    node.expectSettled();
    awaitTimers(1);
    timers.advance(Duration.ofMillis(19_999));
    node.expectNothing();
    timers.advance(Duration.ofMillis(1));
    node.expect("event DeadlineExceeded", "read", "kill 30", "read", "release", "conclude");
    node.expectNothing();
    assertThat(node.reason(A)).isEqualTo("DeadlineExceeded");
  }

  @Test
  void aPodWhoseVolumesTheNodeCannotHaveFails() {
    node.refusesVolumes = true;
    workers.run(pod(p -> p));
    node.expect("read", "volumes");
    node.expect("warning VolumeAttachmentLimitExceeded");
    node.expect("read", "kill", "read");
    node.expect("release", "conclude");
    node.expectNothing();
    assertThat(node.reason(A)).isEqualTo("VolumeAttachmentLimitExceeded");
  }

  @Test
  void aPodThatEndsBeforeItsDeadlineDoesNotFail() {
    node.ended = true;
    workers.run(pod(p -> p.editSpec().withActiveDeadlineSeconds(0L).endSpec()));
    node.expect("read", "read", "kill", "read", "release", "conclude");
    assertThat(node.statuses.find(A).orElseThrow().getPhase()).isEqualTo("Succeeded");
  }

  @Test
  void aKilledPodSaysWhyAndStaysKnown() {
    workers.run(pod());
    node.expectSettled();
    workers.kill(A, EVICTED, 3L, this::noted);
    node.expect("read", "kill 3", "read");
    node.expect("STOPPED", "release", "conclude");
    workers.run(pod());
    node.expectNothing();
    workers.remove(A);
    node.expect("read", "purge", "gone a");
  }

  @Test
  @Rule("6.13")
  void anEvictedPodIsClearedWhenItsSourceKnowsThatItWasEvicted() {
    workers.run(pod());
    node.expectSettled();
    workers.kill(A, EVICTED, 3L, this::noted);
    node.expect("read", "kill 3", "read");
    node.expect("STOPPED", "release", "conclude");
    assertThat(node.reason(A)).isEqualTo("Evicted");
    node.stopped = true;
    workers.run(evicted());
    node.expect("read", "remove main-0");
    workers.run(evicted());
    node.expectNothing();
  }

  @Test
  @Rule("6.13")
  void aPodThatWasEvictedBeforeTheAgentStartedIsClearedToo() {
    node.stopped = true;
    workers.run(evicted());
    node.expect("read", "release", "conclude", "remove main-0");
  }

  private Pod evicted() {
    return pod(p -> p.withNewStatus().withPhase("Failed").withReason("Evicted").endStatus());
  }

  @Test
  void aKilledPodIsNotStartedAnyFurther() {
    node.hangInAct = true;
    workers.run(pod());
    node.expect("read", "volumes", "act");
    workers.kill(A, EVICTED, null, this::noted);
    node.expect("read", "kill 30", "read");
  }

  @Test
  void anEndThatIsHurriedIsBrokenOffAndBegunAgainWithoutGrace() {
    workers.run(pod());
    node.expectSettled();
    assertThat(workers.hurry(A)).as("it is still wanted").isFalse();
    node.expectNothing();
    node.hangInKill = true;
    workers.remove(A);
    node.expect("read", "kill 30");
    node.hangInKill = false;
    assertThat(workers.hurry(A)).isTrue();
    node.expect("read", "kill 1");
    assertThat(workers.hurry(new PodUid("nobody"))).isFalse();
  }

  @Test
  void whoeverKillsAPodThatIsNotThereOrHasStoppedIsAnsweredAtOnce() {
    workers.kill(new PodUid("nobody"), EVICTED, null, this::noted);
    node.expect("STOPPED");
    node.ended = true;
    workers.run(pod());
    node.expect("read", "read", "kill", "read", "release", "conclude");
    workers.kill(A, EVICTED, null, this::noted);
    node.expect("STOPPED");
    node.expectNothing();
  }

  @ParameterizedTest(name = "grace {0}: {1} s")
  @CsvSource(
      nullValues = "-",
      value = {"1, 10", "6, 10", "8, 12", "-, 45"})
  void whoeverKillsAPodIsToldWhenThatTakesTooLong(@Nullable Long grace, long patience) {
    node.hangInKill = true;
    workers.run(pod());
    node.expectSettled();
    workers.kill(A, EVICTED, grace, this::noted);
    node.expect("read", "kill " + (grace == null ? 30 : grace));
    timers.advance(Duration.ofSeconds(patience).minusMillis(1));
    node.expectNothing();
    timers.advance(Duration.ofMillis(1));
    node.expect("warning ExceededGracePeriod", "TIMED_OUT");
    node.letKillEnd();
    node.expect("read", "release", "conclude");
    node.expectNothing();
  }

  @Test
  void aShorterGraceBreaksOffTheStopUnderWay() {
    node.hangInKill = true;
    workers.run(pod());
    node.expectSettled();
    workers.remove(A);
    node.expect("read", "kill 30");
    workers.kill(A, EVICTED, 5L, this::noted);
    node.expect("read", "kill 5");
    node.letKillEnd();
    node.expect("read", "STOPPED", "release", "conclude", "purge");
  }

  @Test
  void aLongerGraceOrTheSameChangesNothing() {
    node.hangInKill = true;
    workers.run(pod());
    node.expectSettled();
    workers.run(deleted(10));
    node.expect("read", "kill 10");
    workers.run(deleted(10));
    workers.run(deleted(20));
    workers.remove(A);
    node.expectNothing();
    node.letKillEnd();
    node.expect("read", "release", "conclude", "purge", "gone a");
  }

  @Test
  void aForcedDeletionLeavesASecond() {
    node.hangInKill = true;
    workers.run(pod());
    node.expectSettled();
    workers.run(deleted(30));
    node.expect("read", "kill 30");
    workers.run(deleted(0));
    node.expect("read", "kill 1");
    node.letKillEnd();
    node.expect("read", "release", "conclude");
  }

  @Test
  void aDeletionBreaksOffAStart() {
    node.hangInAct = true;
    workers.run(pod());
    node.expect("read", "volumes", "act");
    workers.run(deleted(7));
    node.expect("read", "kill 7");
  }

  @Test
  void aPodThatWasOverBeforeItWasSeenIsOnlyClearedUp() {
    workers.run(over());
    node.expect("read", "release", "conclude");
    node.expectNothing();
    assertThat(workers.state(A)).contains(WorkerState.TERMINATED);
  }

  @Test
  void aPodThatWasOverBeforeItWasSeenIsStoppedWhenSomethingOfItRuns() {
    node.hasSandbox = true;
    workers.run(over());
    node.expect("read", "read", "kill", "read");
    node.expect("release", "conclude");
  }

  @Test
  void aPodIsNotOverWhileSomethingOfItCannotBeGivenBack() {
    node.held.addAll(List.of("a volume", "a volume"));
    workers.run(pod());
    node.expectSettled();
    workers.run(deleted(7));
    node.expect("read", "kill 7", "read");
    node.expect("release");
    awaitTimers(1);
    timers.advance(Duration.ofMillis(20));
    node.expect("release");
    awaitTimers(1);
    timers.advance(Duration.ofMillis(40));
    node.expect("release", "conclude", "read");
    node.expectNothing();
  }

  @Test
  void whatAPodThatNobodyHasStillHoldsIsNotForgotten() {
    node.held.add("a volume");
    workers.run(pod());
    node.expectSettled();
    assertThat(workers.removal(A)).isEmpty();
    Instant removedAt = timers.now();
    workers.remove(A);
    node.expect("read", "kill 30", "read");
    node.expect("release");
    awaitTimers(1);
    assertThat(openWaits()).containsExactly("the removal of its remains: a volume");
    assertThat(workers.removal(A)).contains(new PodWorkers.Removal(removedAt, 30));
    timers.advance(Duration.ofMillis(20));
    node.expect("release", "conclude", "read", "purge", "gone a");
    assertThat(openWaits()).isEmpty();
    assertThat(workers.removal(A)).isEmpty();
  }

  @Test
  void whatAPodWaitsForSaysWhenItIsTriedAgainAndIsOverWhenThePodEnds() {
    Instant retry = timers.now().plusSeconds(7);
    node.retryAt = retry;
    workers.run(pod());
    node.expect("read", "volumes", "act");
    awaitTimers(1);
    assertThat(openWaits()).containsExactly("main: ErrImagePull", "its sandbox: no sandbox");
    assertThat(node.timeline.history("a").entries())
        .filteredOn(step -> step.what().equals("wait"))
        .extracting(Timeline.Entry::until)
        .containsOnly(retry);
    node.hangInKill = true;
    workers.remove(A);
    node.expect("read", "kill");
    assertThat(openWaits()).isEmpty();
    node.letKillEnd();
  }

  @Test
  void volumesThatAreNotReadySayWhenTheyAreTriedAgain() {
    node.volumeFailures.set(1);
    workers.run(pod());
    node.expect("read", "volumes", "warning FailedMount");
    awaitTimers(1);
    assertThat(openWaits()).containsExactly("its volumes: configmap \"x\" not found");
    assertThat(node.timeline.history("a").entries())
        .filteredOn(step -> step.what().equals("wait"))
        .extracting(Timeline.Entry::until)
        .allSatisfy(until -> assertThat(until).isAfter(timers.now()));
  }

  private List<String> openWaits() {
    return node.timeline.history("a").entries().stream()
        .filter(step -> step.what().equals("wait") && step.end() == null)
        .map(step -> step.detail() + ": " + step.waitedFor())
        .toList();
  }

  @Test
  void aRuntimeThatRefusesToRemoveAPodIsAskedLessAndLessOftenButForEver() {
    node.purgeFailure =
        new CriException(
            CriException.Kind.INVALID, "RemovePodSandbox", "cannot delete running task");
    workers.run(pod());
    node.expectSettled();
    workers.remove(A);
    node.expect("read", "kill 30", "read");
    node.expect("release", "conclude", "purge");
    Duration wait = Duration.ofMillis(20);
    for (int i = 0; i < 9; i++) {
      awaitTimers(1);
      timers.advance(wait.minusMillis(1));
      node.expectNothing();
      timers.advance(Duration.ofMillis(1));
      node.expect("read", "purge");
      wait = wait.multipliedBy(2);
    }
    for (int i = 0; i < 20; i++) {
      awaitTimers(1);
      timers.advance(Duration.ofSeconds(11));
      node.expect("read", "purge");
    }
    awaitTimers(1);
    node.purgeFailure = null;
    timers.advance(Duration.ofSeconds(11));
    node.expect("read", "purge", "gone a");
  }

  @Test
  void whatCouldNotBeRemovedHoldsNobodyUpAndIsTriedAgainLater() {
    for (int i = 0; i < 20; i++) {
      node.left.add("an immutable file");
    }
    workers.run(pod());
    node.expectSettled();
    workers.remove(A);
    node.expect("read", "kill 30", "read");
    node.expect("release", "conclude", "purge");
    for (int i = 1; i < 20; i++) {
      awaitTimers(1);
      timers.advance(Duration.ofSeconds(11));
      node.expect("read", "purge");
    }
    node.expect("gone a");
    awaitTimers(1);
    timers.advance(Duration.ofMinutes(5));
    node.expect("read", "kill", "read", "release", "purge", "gone a");
    assertThat(timers.pending()).isZero();
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
            .withRestartPolicy("Never")
            .withTerminationGracePeriodSeconds(30L)
            .addNewContainer()
            .withName("main")
            .withImage("registry/main:1")
            .endContainer()
            .endSpec();
    return with.apply(builder).build();
  }
}
