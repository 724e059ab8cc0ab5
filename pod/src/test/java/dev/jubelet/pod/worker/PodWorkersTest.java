package dev.jubelet.pod.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.base.Timeline;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.MadePod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.RuntimeChange;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@Rule("4.1")
final class PodWorkersTest {
  private final SystemTimers timers = new SystemTimers();
  private final Timeline timeline = new Timeline(timers, 100, 100);
  private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
  private final ScriptedStages stages = new ScriptedStages(timers, seen);
  private final PodWorkers workers =
      new PodWorkers(
          stages, timers, timeline, Duration.ofMinutes(1), uid -> seen.add("gone " + uid));

  @AfterEach
  void close() {
    timers.close();
  }

  @Test
  void aPodIsReadPlannedReportedAndActedOnThenReadAgain() {
    workers.run(pod("a"));
    stages.expect("read", "plan", "report SYNCING", "volumes", "act", "read", "report SYNCING");
    stages.expect("plan", "report SYNCING", "refresh");
    stages.expectNothing();
  }

  @Test
  void aSandboxIsReportedBeforeImagesArePulled() {
    stages.makesSandbox = sandbox("first");
    workers.run(pod("a"));
    stages.expect("read", "plan", "report SYNCING", "volumes");
    stages.expect("act", "report SYNCING in first", "pull", "read", "report SYNCING");
  }

  @Test
  void aSandboxInThePlaceOfAnotherIsReadBeforeItIsReported() {
    stages.sandboxes = List.of(sandbox("before"));
    stages.makesSandbox = sandbox("next");
    workers.run(pod("a"));
    stages.expect("read", "plan", "report SYNCING in before", "volumes");
    stages.expect("act", "read", "report SYNCING in before", "pull", "read");
  }

  private ObservedSandbox sandbox(String id) {
    return new ObservedSandbox(id, 0, true, timers.now(), false, List.of("10.0.0.1"), "");
  }

  @Test
  void volumesThatAreNotReadyAreTriedAgainSoonAndAWakeIsSooner() {
    stages.volumeFailures.set(2);
    workers.run(pod("a"));
    stages.expect("read", "plan", "report SYNCING", "volumes", "warn FailedMount");
    stages.expect("plan", "report SYNCING", "volumes", "warn FailedMount");
    workers.wake(new PodUid("a"));
    stages.expect("plan", "report SYNCING", "volumes", "act");
  }

  @Test
  void waitingForOthersIsWorthAnEventOnlyWhenItTakesLong() {
    stages.volumeWaits.set(2);
    workers.run(pod("a"));
    stages.expect("read", "plan", "report SYNCING", "volumes");
    stages.expect("plan", "report SYNCING", "volumes");
    workers.wake(new PodUid("a"));
    stages.expect("plan", "report SYNCING", "volumes", "act");
  }

  @Test
  void aPodWaitsForTheNetworkAndSaysSo() {
    stages.networkProblem = "cni plugin not initialized";
    workers.run(pod("a"));
    stages.expect("read", "plan", "report SYNCING", "warn NetworkNotReady");
    stages.networkProblem = null;
    workers.wake(new PodUid("a"));
    stages.expect("plan", "report SYNCING", "volumes", "act");
  }

  @Test
  void ofAPodThatWasMadeFromNothingOnlyThatIsRead() {
    stages.made = new MadePod("s", List.of("c"));
    workers.run(pod("a"));
    stages.expect("read", "plan", "report SYNCING", "volumes", "act", "read s [c]");
    stages.expect("report SYNCING", "plan", "report SYNCING", "refresh");
  }

  @Test
  void aPodThatNeedsNothingElseHasItsVolumesRefreshed() {
    workers.run(pod("a"));
    stages.expectSettled();
    workers.wake(new PodUid("a"));
    stages.expect("plan", "report SYNCING", "refresh");
  }

  @Test
  @Rule("4.2")
  void aRemovedPodIsKilledReleasedAndPurged() {
    workers.run(pod("a"));
    stages.expectSettled();
    workers.remove(new PodUid("a"));
    stages.expect("read", "report TERMINATING", "kill pod 30", "read");
    stages.expect("report TERMINATED", "release", "conclude", "purge", "gone a");
    assertThat(workers.state(new PodUid("a"))).isEmpty();
  }

  @Test
  void aPodThatEndedByItselfKeepsItsRemainsUntilItIsRemoved() {
    stages.ended = true;
    workers.run(pod("a"));
    stages.expect("read", "plan", "report SYNCING");
    stages.expect("read", "report TERMINATING", "kill pod 30", "read");
    stages.expect("report TERMINATED", "release", "conclude");
    stages.expectNothing();
    workers.wake(new PodUid("a"));
    stages.expectNothing();
    workers.remove(new PodUid("a"));
    stages.expect("read", "purge", "gone a");
  }

  @Test
  @Rule("4.6")
  void anOrphanIsKilledWithOneSecondOfGrace() {
    workers.removeOrphan(new PodUid("x"), new PodKey("default", "x"));
    stages.expect("read", "kill stranger 1", "read", "release", "purge", "gone x");
  }

  @Test
  void aRemovalInterruptsWhatTheLaneWaitsFor() {
    stages.hangInAct = true;
    workers.run(pod("a"));
    stages.expect("read", "plan", "report SYNCING", "volumes", "act");
    workers.remove(new PodUid("a"));
    stages.expect("read", "report TERMINATING", "kill pod 30", "read");
  }

  @Test
  void aPodThatWaitsForTheRuntimeSaysSoUntilItAnswers() {
    stages.killFailure = new CriException(CriException.Kind.UNAVAILABLE, "StopContainer", "down");
    workers.run(pod("a"));
    stages.expectSettled();
    workers.remove(new PodUid("a"));
    stages.expect("read", "report TERMINATING", "kill pod 30", "warn FailedKillPod");
    stages.expect("read", "report TERMINATING", "kill pod 30", "read");
    assertThat(timeline.history("a").entries())
        .filteredOn(entry -> entry.detail().equals("the container runtime"))
        .singleElement()
        .satisfies(
            wait -> {
              assertThat(wait.waitedFor()).contains("down");
              assertThat(wait.end()).isNotNull();
            });
  }

  @Test
  @Rule("4.5")
  void aKillThatFailsIsTriedAgain() {
    stages.killFailure = new CriException(CriException.Kind.UNAVAILABLE, "StopContainer", "down");
    workers.run(pod("a"));
    stages.expectSettled();
    workers.remove(new PodUid("a"));
    stages.expect("read", "report TERMINATING", "kill pod 30", "warn FailedKillPod");
    stages.expect("read", "report TERMINATING", "kill pod 30", "read");
  }

  @Test
  void whatCannotBeRemovedAtOnceIsTriedAgainSoon() {
    stages.left.add("cgroup busy");
    workers.removeOrphan(new PodUid("x"), new PodKey("default", "x"));
    stages.expect("read", "kill stranger 1", "read", "release", "purge");
    stages.expect("read", "purge", "gone x");
  }

  @Test
  @Rule("4.4")
  void aSecondPodOfTheSameNameWaitsUntilTheFirstIsGone() {
    workers.run(pod("a", "web"));
    stages.expectSettled();
    workers.run(pod("b", "web"));
    stages.expectNothing();
    assertThat(timeline.history("b").entries().getLast().waitedFor()).contains("older pod");
    workers.remove(new PodUid("a"));
    stages.expect("read", "report TERMINATING", "kill pod 30", "read");
    stages.expect("report TERMINATED", "release", "conclude", "purge", "gone a");
    stages.expect("read", "plan", "report SYNCING", "volumes", "act");
  }

  @Test
  @Rule("4.4")
  void aPodThatComesBackWhileItEndsRunsAgain() {
    stages.hangInKill = true;
    workers.run(pod("a"));
    stages.expectSettled();
    workers.remove(new PodUid("a"));
    stages.expect("read", "report TERMINATING", "kill pod 30");
    assertThat(workers.isRemoving(new PodUid("a"))).isTrue();
    workers.run(pod("a"));
    stages.letKillEnd();
    stages.expect("read", "report TERMINATED", "release", "conclude", "purge but logs");
    stages.expectSettled();
    assertThat(workers.isRemoving(new PodUid("a"))).isFalse();
  }

  @Test
  void aChangeThatTheLastReadingShowsIsNotReadAgain() {
    workers.run(pod("a"));
    stages.expectSettled();
    workers.runtimeChanged(change("a", timers.now().minusSeconds(5)));
    stages.expectNothing();
    workers.runtimeChanged(change("a", timers.now().minusSeconds(3600)));
    stages.expect("read", "plan", "report SYNCING", "refresh");
    workers.runtimeChanged(change("a", timers.now().plusSeconds(5)));
    stages.expect("read", "plan", "report SYNCING");
  }

  private static RuntimeChange change(String uid, java.time.Instant at) {
    return new RuntimeChange(new PodUid(uid), new PodKey("default", uid), at, false);
  }

  private static Pod pod(String uid) {
    return pod(uid, uid);
  }

  private static Pod pod(String uid, String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .withUid(uid)
        .endMetadata()
        .withNewSpec()
        .withTerminationGracePeriodSeconds(30L)
        .endSpec()
        .build();
  }
}
