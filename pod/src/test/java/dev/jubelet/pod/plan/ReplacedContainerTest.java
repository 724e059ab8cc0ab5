package dev.jubelet.pod.plan;

import static dev.jubelet.pod.plan.Planning.livenessFailed;
import static dev.jubelet.pod.plan.Planning.plan;
import static dev.jubelet.pod.plan.Planning.steps;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

/** A container that the agent stops in order to start it again did not end by itself. */
@Rule("6.1")
class ReplacedContainerTest {
  private final Pod pod =
      Pods.pod("job").restart("OnFailure").init("i").container("a").container("b").build();

  @Test
  void aNewSandboxReplacesWhatRan() {
    Observed observed =
        Observed.nothingOf(pod).sandbox(false).exited("i", 0).exited("a", 0).running("b");
    assertThat(plan(pod, observed).replaces(observed.build())).containsExactly("b-0");
  }

  @Test
  void whatRanIsStartedInTheNewSandboxWhateverItSaidWhenItWasStopped() {
    Observed observed =
        Observed.nothingOf(pod)
            .sandbox(false)
            .exited("a", 0)
            .exited("b", 0)
            .sandbox(true)
            .exited("i", 0)
            .replaced("b-0");
    assertThat(steps(pod, observed)).containsExactly("start b #1");
  }

  @Test
  void whatWasStoppedIsStartedAlsoWhenTheNewSandboxDiesToo() {
    Pod plain = Pods.pod("job").restart("OnFailure").container("a").build();
    Observed observed =
        Observed.nothingOf(plain).sandbox(false).exited("a", 0).sandbox(false).replaced("a-0");
    assertThat(steps(plain, observed)).containsExactly("kill pod", "sandbox #2", "start a #1");
  }

  @Test
  void anUnhealthyContainerIsReplacedByItsSuccessor() {
    Observed observed = Observed.of(pod).exited("i", 0).running("a").running("b");
    assertThat(plan(pod, observed, livenessFailed("a-0")).replaces(observed.build()))
        .containsExactly("a-0");
  }

  @Test
  void whatIsStoppedForGoodIsNotReplaced() {
    Pod never = Pods.pod("job").restart("Never").container("a").container("b").build();
    Observed unhealthy = Observed.of(never).running("a").running("b");
    assertThat(plan(never, unhealthy, livenessFailed("a-0")).replaces(unhealthy.build())).isEmpty();
    Observed dead = Observed.nothingOf(never).sandbox(false).running("a").running("b");
    assertThat(plan(never, dead).replaces(dead.build())).isEmpty();
  }

  @Test
  void oneThatStillRunsIsNotReplaced() {
    assertThat(Observed.of(pod).running("a").replaced("a-0").build().replaced()).isEmpty();
  }
}
