package dev.jubelet.pod.plan;

import static dev.jubelet.pod.plan.Planning.steps;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

/** lifecycle 1 and 14: one dead container of each name is kept; ephemeral ones start once. */
@Rule("6.13")
class DeadContainersTest {
  private final Pod pod = Pods.pod("web").container("a").build();

  @Test
  void thePredecessorOfARunningContainerIsKept() {
    assertThat(steps(pod, Observed.of(pod).exited("a", 1).running("a"))).isEmpty();
  }

  @Test
  void olderOnesAreRemoved() {
    assertThat(steps(pod, Observed.of(pod).exited("a", 1).created("a").exited("a", 1).running("a")))
        .containsExactly("remove a-1", "remove a-0");
  }

  @Test
  void removalComesBeforeTheNextStart() {
    assertThat(steps(pod, Observed.of(pod).exited("a", 1).exited("a", 1)))
        .containsExactly("remove a-0", "start a #2");
  }

  @Test
  void oneInUnknownStateIsKilledBeforeItIsRemoved() {
    assertThat(steps(pod, Observed.of(pod).unknown("a").exited("a", 1).running("a")))
        .containsExactly("kill a-0", "remove a-0");
  }

  @Test
  void theyAreRemovedInAFinishedPodToo() {
    Pod job = Pods.pod("job").restart("OnFailure").container("a").build();
    assertThat(steps(job, Observed.of(job).exited("a", 1).exited("a", 1).exited("a", 0)))
        .containsExactly("kill pod", "remove a-1", "remove a-0");
  }

  @Test
  void ephemeralContainersStartEvenBeforeInitialisationIsDone() {
    Pod debugged = Pods.pod("web").init("i").container("a").ephemeral("e").build();
    assertThat(steps(debugged, Observed.of(debugged).running("i"))).containsExactly("start e #0");
  }

  @Test
  void ephemeralContainersAreNeverStartedAgain() {
    Pod debugged = Pods.pod("web").container("a").ephemeral("e").build();
    assertThat(steps(debugged, Observed.of(debugged).running("a").exited("e", 1))).isEmpty();
  }

  @Test
  void ephemeralContainersDoNotKeepAPodAlive() {
    Pod job = Pods.pod("job").restart("Never").container("a").ephemeral("e").build();
    assertThat(steps(job, Observed.of(job).exited("a", 0).running("e")))
        .containsExactly("kill pod");
  }
}
