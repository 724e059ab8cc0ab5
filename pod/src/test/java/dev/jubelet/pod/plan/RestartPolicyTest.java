package dev.jubelet.pod.plan;

import static dev.jubelet.pod.plan.Planning.plan;
import static dev.jubelet.pod.plan.Planning.steps;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Containers;
import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** lifecycle 6.4: which containers run again. */
@Rule("6.8")
class RestartPolicyTest {

  @ParameterizedTest(name = "pod {0}, container {1}, exit code {2}: {3}")
  @CsvSource(
      nullValues = "-",
      value = {
        "Always, -, 0, true",
        "Always, -, 1, true",
        "-, -, 0, true",
        "OnFailure, -, 0, false",
        "OnFailure, -, 1, true",
        "Never, -, 1, false",
        "Always, Never, 1, false",
        "Always, OnFailure, 0, false",
        "Never, OnFailure, 1, true",
        "Never, Always, 0, true"
      })
  void theContainersPolicyComesBeforeThePods(
      String ofPod, String ofContainer, int exitCode, boolean restarts) {
    Pod pod =
        Pods.pod("web")
            .restart(ofPod)
            .container("a", Containers.policy(ofContainer))
            .container("b")
            .build();
    assertThat(steps(pod, Observed.of(pod).exited("a", exitCode).running("b")).isEmpty())
        .isEqualTo(!restarts);
  }

  @ParameterizedTest(name = "{0} {1}, exit code {2}: {3}")
  @CsvSource({
    "In, 42, 42, true",
    "In, 42, 1, false",
    "NotIn, 42, 1, true",
    "NotIn, 42, 42, false",
    "Odd, 42, 42, false"
  })
  void aRuleThatMatchesTheExitCodeRestarts(
      String operator, int code, int exitCode, boolean restarts) {
    assertThat(restartsWith(Containers.rule("Restart", operator, code), exitCode))
        .isEqualTo(restarts);
  }

  @Test
  void theFirstRuleThatMatchesDecides() {
    assertThat(
            restartsWith(
                Containers.rule("Ignore", "In", 42).andThen(Containers.rule("Restart", "In", 42)),
                42))
        .isFalse();
  }

  @Test
  void aRuleWithoutExitCodesMatchesNothing() {
    assertThat(
            restartsWith(
                Containers.rule("Restart", "In", 42)
                    .andThen(c -> c.getRestartPolicyRules().getFirst().setExitCodes(null)),
                42))
        .isFalse();
  }

  @Test
  void aPodWhoseContainersAreDoneIsStoppedAndFinished() {
    Pod job = Pods.pod("job").restart("Never").container("a").container("b").build();
    var plan = plan(job, Observed.of(job).exited("a", 0).exited("b", 1));
    assertThat(steps(plan)).containsExactly("kill pod");
    assertThat(plan.finished()).isTrue();
  }

  @Test
  void aFinishedPodIsNotFinishedTwice() {
    Pod job = Pods.pod("job").restart("Never").container("a").build();
    var plan = plan(job, Observed.nothingOf(job).sandbox(false).exited("a", 0));
    assertThat(plan.actions()).isEmpty();
    assertThat(plan.finished()).isTrue();
  }

  @Test
  void nothingIsStartedAgainInAPodThatIsDeleted() {
    Pod pod = Pods.pod("web").container("a").container("b").deleted(30).build();
    assertThat(steps(pod, Observed.of(pod).exited("a", 1).running("b"))).isEmpty();
  }

  private static boolean restartsWith(Consumer<Container> rules, int exitCode) {
    Pod pod =
        Pods.pod("job")
            .restart("Never")
            .container("a", Containers.policy("Never").andThen(rules))
            .container("b")
            .build();
    return steps(pod, Observed.of(pod).exited("a", exitCode).running("b")).contains("start a #1");
  }
}
