package dev.jubelet.pod.plan;

import static dev.jubelet.pod.plan.Planning.plan;
import static dev.jubelet.pod.plan.Planning.steps;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Containers;
import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.KillReason;
import dev.jubelet.pod.model.PodAction.KillContainer;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

/** lifecycle 6.2 step 1b and 6.4: a container's end that restarts all. */
@Rule("6.10")
class RestartAllContainersTest {
  private final Pod pod =
      Pods.pod("web")
          .restart("Never")
          .init("i")
          .sidecar("s")
          .container(
              "a",
              Containers.policy("Never").andThen(Containers.rule("RestartAllContainers", "In", 42)))
          .container("b")
          .build();

  @Test
  void everyContainerIsRemovedWithItsLogKeptAndTheCauseLast() {
    Observed observed = Observed.of(pod).exited("i", 0).running("s").exited("a", 42).running("b");
    assertThat(steps(pod, observed))
        .containsExactly(
            "kill b-0",
            "remove b-0 but its log",
            "remove i-0 but its log",
            "kill s-0",
            "remove s-0 but its log",
            "remove a-0 but its log");
  }

  @Test
  void theyGetNoTimeToEnd() {
    Observed observed = Observed.of(pod).exited("a", 42).running("b");
    assertThat(plan(pod, observed).actions())
        .first()
        .isEqualTo(new KillContainer("b-0", "b", KillReason.RESTART_ALL_CONTAINERS, "killing", 0L));
  }

  @Test
  void afterwardsThePodBeginsWithItsInitContainersInTheSameSandbox() {
    assertThat(steps(pod, Observed.of(pod))).containsExactly("start i #0");
  }

  @Test
  void anotherExitCodeDoesNotRestartAll() {
    Observed observed = Observed.of(pod).exited("i", 0).running("s").exited("a", 1).running("b");
    assertThat(steps(pod, observed)).isEmpty();
  }

  @Test
  void aRunningSuccessorOfTheCauseMeansThatItIsOver() {
    Observed observed =
        Observed.of(pod).exited("i", 0).running("s").exited("a", 42).running("a").running("b");
    assertThat(steps(pod, observed)).isEmpty();
  }
}
