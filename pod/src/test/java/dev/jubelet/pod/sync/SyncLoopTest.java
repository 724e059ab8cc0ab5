package dev.jubelet.pod.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Timeline;
import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectKind;
import dev.jubelet.pod.model.PodChange;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.RuntimeChange;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.testing.rule.Rule;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class SyncLoopTest {
  private final ManualTimers timers = new ManualTimers();
  private final Timeline timeline = new Timeline(timers, 100, 100);
  private final RecordingActions actions = new RecordingActions();
  private final LoopInbox inbox = new LoopInbox();
  private final SyncLoop loop = loop(true);

  @Test
  void anAdmittedPodRuns() {
    loop.step(added(true, pod("a")));
    assertThat(actions.seen).containsExactly("admit a", "run a");
    assertThat(loop.wanted().all()).extracting(p -> p.getMetadata().getUid()).containsExactly("a");
  }

  @Test
  void everyPodIsAskedWhetherItMayRun() {
    actions.refused = "a";
    loop.step(added(true, pod("a"), pod("b"), pod("c")));
    assertThat(actions.seen)
        .containsExactly("admit a", "reject a OutOfpods", "admit b", "run b", "admit c", "run c");
  }

  @Test
  void onlyAdmittedPodsThatUseAChangedObjectAreWoken() {
    actions.refused = "b";
    loop.step(
        added(true, pod("a"), using(pod("b"), "x"), using(pod("c"), "x"), using(pod("d"), "y")));
    actions.seen.clear();
    loop.step(
        new LoopEvent.ObjectsChanged(Set.of(new ObjectKey(ObjectKind.CONFIG_MAP, "default", "x"))));
    assertThat(actions.seen).containsExactly("wake c");
  }

  @Test
  void whoeverLearnsSomethingWakesAPodOrAll() {
    loop.step(new LoopEvent.PodWoken(new PodUid("a")));
    loop.step(new LoopEvent.AllPodsWoken());
    assertThat(actions.seen).containsExactly("wake a", "wake all");
  }

  private static Pod using(Pod pod, String configMap) {
    return new PodBuilder(pod)
        .editOrNewSpec()
        .addNewContainer()
        .addNewEnvFrom()
        .withNewConfigMapRef(configMap, false)
        .endEnvFrom()
        .endContainer()
        .endSpec()
        .build();
  }

  @Test
  @Rule("5.7")
  void aPodWaitsWhileTheNodeIsReadForIt() {
    actions.labelsAreOld = true;
    loop.step(runtime("a", false));
    loop.step(added(true, pod("a"), pod("b")));
    assertThat(actions.seen)
        .containsExactly("runtime a", "admit a", "read node", "admit b", "read node");
    actions.seen.clear();
    actions.refused = "b";
    loop.step(new LoopEvent.NodeRead(new PodUid("a")));
    loop.step(new LoopEvent.NodeRead(new PodUid("b")));
    assertThat(actions.seen)
        .containsExactly("admit a for good", "run a", "admit b for good", "reject b OutOfpods");
  }

  @Test
  @Rule("5.7")
  void aPodThatGoesWhileItWaitsIsNotAskedAgain() {
    actions.labelsAreOld = true;
    loop.step(added(true, pod("a")));
    loop.step(changed(new PodChange.Removed(pod("a"), SourceKind.FILE)));
    actions.seen.clear();
    loop.step(new LoopEvent.NodeRead(new PodUid("a")));
    assertThat(actions.seen).isEmpty();
  }

  @Test
  @Rule("5.1")
  void aRejectedPodStaysVisibleAndIsForgottenWithItsSource() {
    actions.refused = "a";
    loop.step(added(true, pod("a")));
    assertThat(loop.wanted().all()).hasSize(1);
    actions.seen.clear();
    loop.step(changed(new PodChange.Updated(pod("a"), SourceKind.FILE)));
    loop.step(changed(new PodChange.Removed(pod("a"), SourceKind.FILE)));
    assertThat(actions.seen).containsExactly("forget a");
    assertThat(loop.wanted().all()).isEmpty();
  }

  @Test
  void aRemovedPodIsEndedAndForgottenOnceItIsGone() {
    loop.step(added(true, pod("a")));
    actions.seen.clear();
    loop.step(changed(new PodChange.Removed(pod("a"), SourceKind.FILE)));
    assertThat(actions.seen).containsExactly("remove a");
    loop.step(new LoopEvent.PodGone(new PodUid("a")));
    assertThat(actions.seen).containsExactly("remove a", "gone a", "forget a");
  }

  @Test
  @Rule("4.6")
  void noPodIsAnOrphanBeforeAllSourcesAreRead() {
    loop.step(runtime("x", false));
    loop.step(added(false, pod("a")));
    assertThat(actions.seen).doesNotContain("remove orphan x");
    loop.step(new LoopEvent.PodsChanged(List.of(), true));
    assertThat(actions.seen).contains("remove orphan x");
  }

  @Test
  @Rule("4.8")
  void whatAnEarlierAgentLeftOnDiskIsClearedOnceTheSourcesAreRead() {
    actions.left.put(new PodUid("old"), new PodKey("default", "pod-old"));
    actions.left.put(new PodUid("a"), new PodKey("default", "pod-a"));
    loop.step(added(false, pod("a")));
    assertThat(actions.seen).doesNotContain("remove orphan old");
    loop.step(new LoopEvent.PodsChanged(List.of(), true));
    assertThat(actions.seen).contains("remove orphan old").doesNotContain("remove orphan a");
  }

  @Test
  void aWantedPodIsNoOrphan() {
    loop.step(runtime("a", false));
    loop.step(added(true, pod("a")));
    assertThat(actions.seen).doesNotContain("remove orphan a");
  }

  @Test
  void aPodThatIsNotAdmittedAfterARestartIsEnded() {
    actions.refused = "a";
    loop.step(runtime("a", false));
    loop.step(added(true, pod("a")));
    assertThat(actions.seen).contains("remove orphan a");
  }

  @Test
  void anEchoOfAPodThatIsGoneIsNoOrphan() {
    loop.step(added(true, pod("a")));
    loop.step(changed(new PodChange.Removed(pod("a"), SourceKind.FILE)));
    RuntimeChange echo = change("a", false);
    timers.advance(Duration.ofMillis(1));
    loop.step(new LoopEvent.PodGone(new PodUid("a")));
    loop.step(new LoopEvent.RuntimeChanged(List.of(echo)));
    assertThat(actions.seen).doesNotContain("remove orphan a");
    timers.advance(Duration.ofSeconds(1));
    loop.step(runtime("a", false));
    assertThat(actions.seen).contains("remove orphan a");
  }

  @Test
  void aRemovalInTheRuntimeMakesNoOrphan() {
    loop.step(new LoopEvent.PodsChanged(List.of(), true));
    loop.step(runtime("x", true));
    assertThat(actions.seen).containsExactly("runtime x");
  }

  @Test
  void strangersAreLeftAloneWhenTheLoopIsToldSo() {
    SyncLoop guest = loop(false);
    guest.step(new LoopEvent.PodsChanged(List.of(), true));
    guest.step(runtime("x", false));
    assertThat(actions.seen).containsExactly("runtime x");
  }

  @Test
  void whatHappensIsInTheTimeline() {
    actions.refused = "b";
    loop.step(added(true, pod("a"), pod("b")));
    assertThat(timeline.history("a").entries())
        .extracting(Timeline.Entry::what)
        .containsExactly("seen", "admitted");
    assertThat(timeline.history("b").entries().getLast().outcome())
        .isEqualTo("OutOfpods: too many");
  }

  @Test
  void aPodOnItsWayOutIsNotAskedWhetherItMayRun() {
    Pod over = new PodBuilder(pod("a")).withNewStatus().withPhase("Failed").endStatus().build();
    Pod deleted =
        new PodBuilder(pod("b"))
            .editMetadata()
            .withDeletionTimestamp("2026-01-01T00:00:00Z")
            .endMetadata()
            .build();
    loop.step(added(true, over, deleted));
    assertThat(actions.seen).containsExactly("run a", "run b");
  }

  @Test
  void onlyAReadinessGateThatMovesWakesThePodWhenOthersChangeItsStatus() {
    loop.step(added(true, told("x.io/other", "False")));
    actions.seen.clear();
    loop.step(changed(new PodChange.Reconciled(told("x.io/other", "True"), SourceKind.API)));
    assertThat(actions.seen).isEmpty();
    loop.step(changed(new PodChange.Reconciled(told("x.io/open", "False"), SourceKind.API)));
    loop.step(changed(new PodChange.Reconciled(told("x.io/open", "True"), SourceKind.API)));
    loop.step(changed(new PodChange.Reconciled(told("x.io/open", "True"), SourceKind.API)));
    assertThat(actions.seen).containsExactly("run a", "run a");
  }

  @Test
  void aPodThatOthersDeclareOverIsToldToItsLaneOnce() {
    loop.step(added(true, pod("a")));
    actions.seen.clear();
    Pod over = new PodBuilder(pod("a")).withNewStatus().withPhase("Failed").endStatus().build();
    loop.step(changed(new PodChange.Reconciled(over, SourceKind.API)));
    loop.step(changed(new PodChange.Reconciled(over, SourceKind.API)));
    assertThat(actions.seen).containsExactly("run a");
  }

  @Test
  void whatIsWantedIsAllOnceEverySourceHasSpoken() {
    loop.step(added(false, pod("a")));
    assertThat(loop.allSourcesSeen()).isFalse();
    loop.step(new LoopEvent.PodsChanged(List.of(), true));
    assertThat(loop.allSourcesSeen()).isTrue();
  }

  /** A pod with a readiness gate, of which others say this. */
  private static Pod told(String condition, String status) {
    return new PodBuilder(pod("a"))
        .withNewSpec()
        .addNewReadinessGate("x.io/open")
        .endSpec()
        .withNewStatus()
        .addNewCondition()
        .withType(condition)
        .withStatus(status)
        .endCondition()
        .endStatus()
        .build();
  }

  @Test
  @Rule("5.8")
  void aPodWaitsForTheEndOfAllThatAreEndedForIt() {
    loop.step(added(true, pod("a"), pod("b")));
    actions.seen.clear();
    actions.victims = List.of(pod("a"), pod("b"));
    loop.step(added(true, pod("c")));
    loop.step(runtime("c", false));
    actions.victims = List.of();
    loop.step(ended("a"));
    loop.step(ended("unknown"));
    assertThat(actions.seen)
        .containsExactly(
            "admit c", "preempt a", "preempt b", "runtime c", "ended a", "ended unknown");
    actions.seen.clear();
    loop.step(ended("b"));
    loop.step(ended("b"));
    assertThat(actions.seen).containsExactly("ended b", "admit c", "run c", "ended b");
  }

  @Test
  void aPodThatIsNoLongerWantedTakesNoRoom() {
    actions.victims = List.of(pod("a"));
    loop.step(added(true, pod("c")));
    loop.step(changed(new PodChange.Removed(pod("c"), SourceKind.FILE)));
    actions.seen.clear();
    loop.step(ended("a"));
    assertThat(actions.seen).containsExactly("ended a");
  }

  @Test
  void aRefusedStaticPodIsAskedAboutAgainWhenAnotherEnds() {
    actions.refused = "s";
    loop.step(added(true, pod("a"), staticPod("s"), pod("b")));
    actions.seen.clear();
    loop.step(ended("s"));
    loop.step(ended("a"));
    assertThat(actions.seen).containsExactly("ended s", "ended a", "admit s");
    actions.seen.clear();
    actions.refused = "";
    loop.step(new LoopEvent.PodGone(new PodUid("b")));
    assertThat(actions.seen).containsExactly("gone b", "admit s", "forget s", "run s");
  }

  @Test
  void aRefusedPodOfTheApiStaysRefused() {
    actions.refused = "a";
    loop.step(added(true, pod("a"), pod("b")));
    actions.seen.clear();
    loop.step(ended("b"));
    assertThat(actions.seen).containsExactly("ended b");
  }

  private static LoopEvent ended(String uid) {
    return new LoopEvent.PodEnded(new PodUid(uid));
  }

  private static Pod staticPod(String uid) {
    return new PodBuilder(pod(uid))
        .editMetadata()
        .addToAnnotations("kubernetes.io/config.source", "file")
        .endMetadata()
        .build();
  }

  @Test
  @Timeout(20)
  void noEventIsLostToAnInterruptAndNobodyWaitsForTheLoop() {
    int many = 10_000;
    Thread.currentThread().interrupt();
    for (int i = 0; i < many; i++) {
      inbox.post(new LoopEvent.PodGone(new PodUid("uid-" + i)));
    }
    assertThat(Thread.interrupted()).isTrue();
    assertThat(inbox.waiting()).isEqualTo(many);
  }

  private SyncLoop loop(boolean endsOrphans) {
    return new SyncLoop(
        inbox,
        actions,
        timers,
        timeline,
        (what, cause) -> {
          throw new AssertionError(what, cause);
        },
        endsOrphans);
  }

  private static Pod pod(String uid) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("pod-" + uid)
        .withUid(uid)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }

  private static LoopEvent added(boolean allSeen, Pod... pods) {
    List<PodChange> changes = new ArrayList<>();
    for (Pod pod : pods) {
      changes.add(new PodChange.Added(pod, SourceKind.FILE));
    }
    return new LoopEvent.PodsChanged(changes, allSeen);
  }

  private static LoopEvent changed(PodChange change) {
    return new LoopEvent.PodsChanged(List.of(change), true);
  }

  private LoopEvent runtime(String uid, boolean gone) {
    return new LoopEvent.RuntimeChanged(List.of(change(uid, gone)));
  }

  private RuntimeChange change(String uid, boolean gone) {
    return new RuntimeChange(
        new PodUid(uid), new PodKey("default", "pod-" + uid), timers.now(), gone);
  }

  /** Writes down what it is asked to do; refuses one pod. */
  private static final class RecordingActions implements LoopActions {
    final List<String> seen = new ArrayList<>();
    final Map<PodUid, PodKey> left = new HashMap<>();
    String refused = "";
    List<Pod> victims = List.of();
    boolean labelsAreOld;

    @Override
    public void readNode(Runnable done) {
      seen.add("read node");
    }

    @Override
    public Admission admit(Pod pod, boolean nodeWasRead) {
      seen.add("admit " + uid(pod) + (nodeWasRead ? " for good" : ""));
      if (labelsAreOld && !nodeWasRead) {
        return new Admission.AfterNodeRead(new Admission.Rejected("NodeAffinity", "no such label"));
      }
      if (!victims.isEmpty()) {
        return new Admission.AfterPreemption(victims, "cpu");
      }
      return uid(pod).equals(refused)
          ? new Admission.Rejected("OutOfpods", "too many")
          : Admission.ADMITTED;
    }

    @Override
    public void run(Pod pod) {
      seen.add("run " + uid(pod));
    }

    @Override
    public void reject(Pod pod, Admission.Rejected rejected) {
      seen.add("reject " + uid(pod) + " " + rejected.reason());
    }

    @Override
    public void ended(PodUid uid) {
      seen.add("ended " + uid);
    }

    @Override
    public void preempt(Pod victim, Runnable ended) {
      seen.add("preempt " + uid(victim));
    }

    @Override
    public void gone(PodUid uid) {
      seen.add("gone " + uid);
    }

    @Override
    public void remove(PodUid uid) {
      seen.add("remove " + uid);
    }

    @Override
    public void removeOrphan(PodUid uid, PodKey key) {
      seen.add("remove orphan " + uid);
    }

    @Override
    public Map<PodUid, PodKey> leftovers() {
      return left;
    }

    @Override
    public void runtimeChanged(RuntimeChange change) {
      seen.add("runtime " + change.uid());
    }

    @Override
    public void wake(PodUid uid) {
      seen.add("wake " + uid);
    }

    @Override
    public void wakeAll() {
      seen.add("wake all");
    }

    @Override
    public void forget(PodUid uid) {
      seen.add("forget " + uid);
    }

    private String uid(Pod pod) {
      return pod.getMetadata().getUid();
    }
  }
}
