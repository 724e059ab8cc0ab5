package dev.jubelet.pod.plan;

import static dev.jubelet.pod.fixture.Observed.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Containers;
import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodAction.RemoveContainer;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.model.PodPlan.Waiting;
import dev.jubelet.pod.model.ProbeResults;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** lifecycle 6.4: the wait of a container that ends again and again. */
@Rule("6.9")
class CrashLoopBackOffTest {
  private final Pod pod = Pods.pod("web").container("a").build();
  private final ContainerSpec spec = ContainerSpec.find(pod, "a").orElseThrow();

  @Test
  void theFirstRestartIsImmediate() {
    assertThat(Planning.steps(planAt(START, CrashLoopBackOffs.none(), crash())))
        .containsExactly("start a #1");
  }

  @Test
  void theSecondRestartWaitsTenSecondsFromTheEnd() {
    PodPlan plan = planAt(START.plusSeconds(3), afterStarts(1), crash());
    assertThat(plan.actions()).isEmpty();
    assertThat(plan.waits())
        .containsExactly(
            new Waiting(
                "a",
                new StartError(
                    WaitReason.CRASH_LOOP_BACK_OFF,
                    "back-off 10s restarting failed container=a pod=web_ns(uid-web)"),
                START.plusSeconds(10)));
    assertThat(plan.nextAt()).contains(START.plusSeconds(10));
  }

  @Test
  void whenTheWaitIsOverTheContainerStarts() {
    assertThat(Planning.steps(planAt(START.plusSeconds(10), afterStarts(1), crash())))
        .containsExactly("start a #1");
  }

  @Test
  void theWaitDoublesUpToFiveMinutes() {
    List<String> delays = new ArrayList<>();
    for (int starts = 1; starts <= 7; starts++) {
      delays.add(message(afterStarts(starts)).split(" ", -1)[1]);
    }
    assertThat(delays).containsExactly("10s", "20s", "40s", "1m20s", "2m40s", "5m0s", "5m0s");
  }

  @Test
  void theLargestWaitCanBeConfigured() {
    CrashLoopBackOffs backOffs =
        CrashLoopBackOffs.none(Duration.ofSeconds(1), Duration.ofSeconds(3));
    for (int i = 0; i < 4; i++) {
      backOffs = backOffs.afterStarting(spec, crash(), START);
    }
    assertThat(message(backOffs)).startsWith("back-off 3s ");
  }

  @Test
  void aLargestWaitBelowTheFirstIsTheFirst() {
    CrashLoopBackOffs backOffs =
        CrashLoopBackOffs.none(Duration.ofSeconds(10), Duration.ofSeconds(2));
    assertThat(message(backOffs.afterStarting(spec, crash(), START))).startsWith("back-off 2s ");
  }

  @Test
  void aContainerThatRanLongerThanItsWaitRestartsAtOnce() {
    ObservedPod ended = Observed.of(pod).at(START.plusSeconds(30)).exited("a", 1).build();
    assertThat(planAt(START.plusSeconds(41), afterStarts(1), ended).waits()).isEmpty();
    assertThat(planAt(START.plusSeconds(31), afterStarts(1), ended).waits()).hasSize(1);
  }

  @Test
  void afterTenGoodMinutesTheWaitBeginsAnew() {
    Instant late = START.plusSeconds(601);
    ObservedPod ended = Observed.of(pod).at(late).exited("a", 1).build();
    assertThat(planAt(late, afterStarts(5), ended).waits()).isEmpty();
    CrashLoopBackOffs again = afterStarts(5).afterStarting(spec, ended, late);
    assertThat(planAt(late, again, ended).waits().getFirst().why().message())
        .startsWith("back-off 10s ");
  }

  @Test
  void aStartWithoutAnEndedPredecessorIsNoStep() {
    CrashLoopBackOffs none = CrashLoopBackOffs.none();
    assertThat(none.afterStarting(spec, Observed.of(pod).build(), START)).isEqualTo(none);
    assertThat(none.afterStarting(spec, Observed.of(pod).running("a").build(), START))
        .isEqualTo(none);
  }

  @Test
  void anotherImageOrOtherResourcesBeginAnew() {
    Pod changed = Pods.pod("web").container("a", c -> c.setImage("registry/a:2")).build();
    Pod resized =
        Pods.pod("web").container("a", Containers.resources(Map.of("cpu", "1"), Map.of())).build();
    for (Pod other : List.of(changed, resized)) {
      ObservedPod ended = Observed.of(other).exited("a", 1).build();
      assertThat(plan(other, START, afterStarts(3), ended).waits()).isEmpty();
    }
  }

  @Test
  void otherContainersAreNotHeldBack() {
    Pod two = Pods.pod("web").container("a").container("b").build();
    PodPlan plan = plan(two, START, afterStarts(1), Observed.of(two).exited("a", 1).build());
    assertThat(Planning.steps(plan)).containsExactly("start b #0");
    assertThat(plan.waits()).extracting(Waiting::containerName).containsExactly("a");
  }

  @Test
  void anInitContainerThatWaitsHoldsBackWhatComesAfterIt() {
    Pod init = Pods.pod("web").init("a").container("b").build();
    PodPlan plan = plan(init, START, afterStarts(1), Observed.of(init).exited("a", 1).build());
    assertThat(plan.actions()).isEmpty();
    assertThat(plan.waits()).hasSize(1);
    assertThat(plan.finished()).isFalse();
  }

  @Test
  void aPodThatOnlyWaitsIsNotFinished() {
    assertThat(planAt(START, afterStarts(1), crash()).finished()).isFalse();
  }

  @Test
  void anEndWithoutATimeCountsFromTheCreation() {
    ObservedPod ended = Observed.of(pod).exited("a", 1).finishedAt(null).build();
    assertThat(planAt(START, afterStarts(1), ended).waits()).hasSize(1);
  }

  @Test
  void aContainerThatWasRemovedSoThatAllStartAnewWaitsNoLess() {
    PodPlan clearing =
        new PodPlan(List.of(new RemoveContainer("a-0", "a", true)), List.of(), false);
    CrashLoopBackOffs once = CrashLoopBackOffs.none().afterClearing(clearing, crash());
    ObservedPod empty = Observed.of(pod).build();
    assertThat(Planning.steps(planAt(START, once, empty))).containsExactly("start a #0");
    CrashLoopBackOffs twice =
        once.afterStarting(spec, empty, START).afterClearing(clearing, crash());
    PodPlan plan = planAt(START.plusSeconds(3), twice, empty);
    assertThat(plan.actions()).isEmpty();
    assertThat(plan.nextAt()).contains(START.plusSeconds(10));
  }

  private String message(CrashLoopBackOffs backOffs) {
    return planAt(START, backOffs, crash()).waits().getFirst().why().message();
  }

  private CrashLoopBackOffs afterStarts(int starts) {
    CrashLoopBackOffs backOffs = CrashLoopBackOffs.none();
    for (int i = 0; i < starts; i++) {
      backOffs = backOffs.afterStarting(spec, crash(), START);
    }
    return backOffs;
  }

  /** One dead container, ended at START. */
  private ObservedPod crash() {
    return Observed.of(pod).exited("a", 1).build();
  }

  private PodPlan planAt(Instant now, CrashLoopBackOffs backOffs, ObservedPod observed) {
    return plan(pod, now, backOffs, observed);
  }

  private static PodPlan plan(
      Pod pod, Instant now, CrashLoopBackOffs backOffs, ObservedPod observed) {
    return Planning.PLANNER.plan(new PlanInput(pod, observed, ProbeResults.NONE, backOffs, now));
  }
}
