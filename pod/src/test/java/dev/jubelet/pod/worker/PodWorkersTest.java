package dev.jubelet.pod.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.MadePod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.RuntimeChange;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@Rule("4.1")
final class PodWorkersTest {
  private final SystemTimers timers = new SystemTimers();
  private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
  private final ScriptedNode node = new ScriptedNode(timers, seen);
  private final PodWorkers workers = node.workers();

  @AfterEach
  void close() {
    timers.close();
  }

  @Test
  void aPodIsReadPlannedReportedAndActedOnThenReadAgain() {
    workers.run(pod("a"));
    node.expect("read", "volumes", "act", "read");
    node.expect("refresh");
    node.expectNothing();
  }

  @Test
  void ofAPodThatNobodyHasSeenNothingIsRead() {
    node.unseen = true;
    workers.run(pod("a"));
    node.expect("volumes", "act", "read", "refresh");
  }

  @Test
  void ofAPodThatWasMadeFromNothingOnlyThatIsRead() {
    node.made = new MadePod("s", List.of("c"));
    workers.run(pod("a"));
    node.expect("read", "volumes", "act", "read", "of s [c]", "refresh");
  }

  @Test
  void aSandboxIsReportedBeforeImagesArePulled() {
    node.makesSandbox = sandbox("first");
    workers.run(pod("a"));
    node.expect("read", "volumes", "act", "pull at 10.0.0.9", "read");
  }

  @Test
  void aSandboxInThePlaceOfAnotherIsReadBeforeItIsReported() {
    node.stopped = true;
    node.makesSandbox = sandbox("next");
    workers.run(onceMore("a"));
    node.expect("read", "volumes", "act", "read");
  }

  @Test
  void whatWasDoneBeforeTheRuntimeFailedIsReadAgain() {
    node.performFailure = new CriException(CriException.Kind.TIMEOUT, "RunPodSandbox", "late");
    workers.run(pod("a"));
    node.expect("read", "volumes", "act", "read", "volumes", "act", "read", "refresh");
  }

  private ObservedSandbox sandbox(String id) {
    return new ObservedSandbox(id, 0, true, timers.now(), false, List.of("10.0.0.9"), "");
  }

  private static Pod onceMore(String uid) {
    return new PodBuilder(pod(uid)).editSpec().withRestartPolicy("Always").endSpec().build();
  }

  @Test
  void volumesThatAreNotReadyAreTriedAgainSoonAndAWakeIsSooner() {
    node.volumeFailures.set(2);
    workers.run(pod("a"));
    node.expect("read", "volumes", "warning FailedMount");
    node.expect("volumes", "warning FailedMount");
    workers.wake(new PodUid("a"));
    node.expect("volumes", "act");
  }

  @Test
  void waitingForOthersIsWorthAnEventOnlyWhenItTakesLong() {
    node.volumeWaits.set(2);
    workers.run(pod("a"));
    node.expect("read", "volumes");
    node.expect("volumes");
    workers.wake(new PodUid("a"));
    node.expect("volumes", "act");
  }

  @Test
  void aPodWaitsForTheNetworkAndSaysSo() {
    node.networkProblem = "cni plugin not initialized";
    workers.run(pod("a"));
    node.expect("read", "warning NetworkNotReady");
    node.networkProblem = null;
    workers.wake(new PodUid("a"));
    node.expect("volumes", "act");
  }

  @Test
  void aPodWithoutACgroupIsNotStarted() {
    node.cgroupProblem = "cannot make cgroup /kubepods/pod1";
    workers.run(pod("a"));
    node.expect("read", "warning FailedCreatePodContainer");
    node.cgroupProblem = null;
    workers.wake(new PodUid("a"));
    node.expect("volumes", "act");
  }

  @Test
  void whatRunsOfAPodThatLostItsCgroupIsEndedAndMayBeginAnew() {
    workers.run(pod("a"));
    node.expectSettled();
    node.lostCgroup = true;
    workers.wake(new PodUid("a"));
    node.expect("kill 30");
  }

  @Test
  void aPodThatNeedsNothingElseHasItsVolumesRefreshed() {
    workers.run(pod("a"));
    node.expectSettled();
    workers.wake(new PodUid("a"));
    node.expect("refresh");
  }

  @Test
  @Rule("4.2")
  void aRemovedPodIsKilledReleasedAndPurged() {
    workers.run(pod("a"));
    node.expectSettled();
    workers.remove(new PodUid("a"));
    node.expect("read", "kill 30", "read");
    node.expect("release", "conclude", "purge", "gone a");
    assertThat(workers.state(new PodUid("a"))).isEmpty();
  }

  @Test
  void aPodThatEndedByItselfKeepsItsRemainsUntilItIsRemoved() {
    node.ended = true;
    workers.run(pod("a"));
    node.expect("read", "read", "kill", "read", "release", "conclude");
    node.expectNothing();
    workers.wake(new PodUid("a"));
    node.expectNothing();
    workers.remove(new PodUid("a"));
    node.expect("read", "purge", "gone a");
  }

  @Test
  @Rule("4.6")
  void anOrphanIsKilledWithOneSecondOfGrace() {
    node.runs = true;
    workers.removeOrphan(new PodUid("x"), new PodKey("default", "x"));
    node.expect("read", "kill 1", "read", "release", "purge", "gone x");
  }

  @Test
  void aRemovalInterruptsWhatTheLaneWaitsFor() {
    node.hangInAct = true;
    workers.run(pod("a"));
    node.expect("read", "volumes", "act");
    workers.remove(new PodUid("a"));
    node.expect("read", "kill 30", "read");
  }

  @Test
  @Rule("4.5")
  void aKillThatFailsIsTriedAgain() {
    node.killFailure = new CriException(CriException.Kind.UNAVAILABLE, "StopContainer", "down");
    workers.run(pod("a"));
    node.expectSettled();
    workers.remove(new PodUid("a"));
    node.expect("read", "kill 30", "warning FailedKillPod");
    node.expect("read", "kill 30", "read");
  }

  @Test
  void aPodThatWaitsForTheRuntimeSaysSoUntilItAnswers() {
    node.killFailure = new CriException(CriException.Kind.UNAVAILABLE, "StopContainer", "down");
    workers.run(pod("a"));
    node.expectSettled();
    workers.remove(new PodUid("a"));
    node.expect("read", "kill 30", "warning FailedKillPod", "read", "kill 30", "read");
    assertThat(node.timeline.history("a").entries())
        .filteredOn(entry -> entry.detail().equals("the container runtime"))
        .singleElement()
        .satisfies(
            wait -> {
              assertThat(wait.waitedFor()).contains("down");
              assertThat(wait.end()).isNotNull();
            });
  }

  @Test
  void whatCannotBeRemovedAtOnceIsTriedAgainSoon() {
    node.left.add("cgroup busy");
    workers.removeOrphan(new PodUid("x"), new PodKey("default", "x"));
    node.expect("read", "kill", "read", "release", "purge");
    node.expect("read", "purge", "gone x");
  }

  @Test
  @Rule("4.4")
  void aSecondPodOfTheSameNameWaitsUntilTheFirstIsGone() {
    workers.run(pod("a", "web"));
    node.expectSettled();
    workers.run(pod("b", "web"));
    node.expectNothing();
    assertThat(node.timeline.history("b").entries().getLast().waitedFor()).contains("older pod");
    workers.remove(new PodUid("a"));
    node.expect("read", "kill 30", "read");
    node.expect("release", "conclude", "purge", "gone a");
    node.expect("read", "volumes", "act");
  }

  @Test
  @Rule("4.4")
  void aPodThatComesBackWhileItEndsRunsAgain() {
    node.hangInKill = true;
    workers.run(pod("a"));
    node.expectSettled();
    workers.remove(new PodUid("a"));
    node.expect("read", "kill 30");
    workers.run(pod("a"));
    assertThat(workers.isRemoving(new PodUid("a"))).isTrue();
    node.letKillEnd();
    node.expect("read", "release", "conclude", "purge but logs");
    node.expectSettled();
    assertThat(workers.isRemoving(new PodUid("a"))).isFalse();
  }

  @Test
  void aChangeThatTheLastReadingShowsIsNotReadAgain() {
    workers.run(pod("a"));
    node.expectSettled();
    workers.runtimeChanged(change("a", timers.now().minusSeconds(5)));
    node.expectNothing();
    workers.runtimeChanged(change("a", timers.now().minusSeconds(3600)));
    node.expect("read", "refresh");
    workers.runtimeChanged(change("a", timers.now().plusSeconds(5)));
    node.expect("read");
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
        .withRestartPolicy("Never")
        .withTerminationGracePeriodSeconds(30L)
        .addNewContainer()
        .withName("main")
        .withImage("registry/main:1")
        .endContainer()
        .endSpec()
        .build();
  }
}
