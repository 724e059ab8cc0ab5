package dev.jubelet.pod.status;

import static dev.jubelet.pod.status.Statuses.condition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Containers;
import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.ProbeResults;
import dev.jubelet.pod.spec.DeadlineRules;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** lifecycle 7 and the table of pod conditions. */
@Rule("7.3")
class PodConditionsTest {
  private final Pod pod = Pods.pod("web").container("b").container("a").build();

  @Test
  void aReadyPodHasOurFiveConditionsInTheirOrderAndTrue() {
    PodStatus status = Statuses.of(pod, Observed.of(pod).running("a").running("b"));
    assertThat(status.getConditions())
        .extracting(PodCondition::getType)
        .containsExactly(
            "PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled");
    assertThat(status.getConditions())
        .allSatisfy(c -> assertThat(c.getStatus()).isEqualTo("True"))
        .allSatisfy(c -> assertThat(c.getReason()).isNull())
        .allSatisfy(c -> assertThat(c.getObservedGeneration()).isEqualTo(1))
        .allSatisfy(c -> assertThat(c.getLastTransitionTime()).isEqualTo("2026-01-01T00:00:00Z"));
  }

  @Test
  void containersThatAreNotReadyAreNamedInTheOrderOfTheSpec() {
    PodStatus status = Statuses.of(pod, Observed.of(pod));
    assertSaid(
        condition(status, "ContainersReady"),
        "False",
        "ContainersNotReady",
        "containers with unready status: [b a]");
    assertSaid(
        condition(status, "Ready"),
        "False",
        "ContainersNotReady",
        "containers with unready status: [b a]");
  }

  @Test
  void sidecarsHaveToBeReadyOrdinaryInitContainersNot() {
    Pod mixed = Pods.pod("web").init("i").sidecar("s").container("a").build();
    PodStatus status = Statuses.of(mixed, Observed.of(mixed).running("a"));
    assertThat(condition(status, "ContainersReady").getMessage())
        .isEqualTo("containers with unready status: [s]");
  }

  @Test
  void aSandboxThatCannotBeUsedIsNotReadyToStartContainers() {
    assertSaid(
        condition(Statuses.of(pod, Observed.nothingOf(pod)), "PodReadyToStartContainers"),
        "False",
        null,
        null);
  }

  @Test
  void initContainersThatHaveNotSucceededAreNamed() {
    Pod init = Pods.pod("web").init("i").sidecar("s").init("j").container("a").build();
    PodStatus status = Statuses.of(init, Observed.of(init).exited("i", 0).running("s"));
    assertSaid(
        condition(status, "Initialized"),
        "False",
        "ContainersNotInitialized",
        "containers with incomplete status: [j]");
  }

  @Test
  void aPodStaysInitializedOnceARegularContainerHasRun() {
    Pod mixed = Pods.pod("web").sidecar("s").container("a").build();
    PodStatus status = Statuses.of(mixed, Observed.of(mixed).exited("s", 1).running("a"));
    assertSaid(condition(status, "Initialized"), "True", null, null);
  }

  @Test
  void aPodStaysInitializedOnceItWasEvenWhenItBeginsAnew() {
    Pod init = Pods.pod("web").init("i").container("a").build();
    PodStatus before = Statuses.of(init, Observed.of(init).exited("i", 0).running("a"));
    PodStatus after = Statuses.of(init).observed(Observed.of(init)).previous(before).build();
    assertThat(condition(after, "Initialized").getStatus()).isEqualTo("True");
  }

  @Test
  void aSucceededPodIsCompleted() {
    Pod job = Pods.pod("job").restart("Never").init("i").container("a").build();
    PodStatus status = Statuses.of(job, Observed.of(job).exited("i", 0).exited("a", 0));
    assertSaid(condition(status, "Initialized"), "True", "PodCompleted", null);
    assertSaid(condition(status, "ContainersReady"), "False", "PodCompleted", null);
    assertSaid(condition(status, "Ready"), "False", "PodCompleted", null);
  }

  @Test
  void aFailedPodIsNotReadyEvenWhileContainersRun() {
    PodStatus status =
        Statuses.of(pod)
            .observed(Observed.of(pod).running("a").running("b"))
            .verdict(DeadlineRules.EXCEEDED)
            .build();
    assertSaid(condition(status, "Ready"), "False", "PodFailed", null);
    assertSaid(condition(status, "ContainersReady"), "False", "PodFailed", null);
  }

  @Test
  void aMissingReadinessGateIsNamed() {
    assertSaid(
        condition(gated(List.of()), "Ready"),
        "False",
        "ReadinessGatesNotReady",
        "corresponding condition of pod readiness gate \"lb\" does not exist.");
  }

  @Test
  @Rule("7.9")
  void aClosedReadinessGateIsNamed() {
    assertSaid(
        condition(gated(List.of(foreign("lb", "False"))), "Ready"),
        "False",
        "ReadinessGatesNotReady",
        "the status of pod readiness gate \"lb\" is not \"True\", but False");
  }

  @Test
  void anOpenReadinessGateLetsThePodBeReady() {
    assertThat(condition(gated(List.of(foreign("lb", "True"))), "Ready").getStatus())
        .isEqualTo("True");
  }

  @Test
  void conditionsOfOthersComeFirstAndUntouched() {
    PodStatus status = gated(List.of(foreign("lb", "True")));
    assertThat(status.getConditions().getFirst()).isEqualTo(foreign("lb", "True"));
  }

  @Test
  void theTimeOfTransitionChangesOnlyWithTheStatus() {
    PodStatus first = Statuses.of(pod, Observed.of(pod));
    PodStatus second =
        Statuses.of(pod)
            .observed(Observed.of(pod).running("a").running("b"))
            .previous(first)
            .at(Observed.START.plusSeconds(60))
            .build();
    assertThat(condition(second, "Ready").getLastTransitionTime())
        .isEqualTo("2026-01-01T00:01:00Z");
    assertThat(condition(second, "Initialized").getLastTransitionTime())
        .isEqualTo("2026-01-01T00:00:00Z");
  }

  @Test
  void aDisruptionIsSaidAndKept() {
    PodStatus evicted =
        Statuses.of(pod)
            .verdict(new PodVerdict.Failed("Evicted", "low on memory", "The node was low"))
            .build();
    assertSaid(
        condition(evicted, "DisruptionTarget"), "True", "TerminationByKubelet", "The node was low");
    PodStatus later = Statuses.of(pod).previous(evicted).build();
    assertThat(condition(later, "DisruptionTarget"))
        .isEqualTo(condition(evicted, "DisruptionTarget"));
  }

  @Test
  void aDisruptionThatTheApiServerKnowsIsKeptOnce() {
    Pod disrupted =
        Pods.pod("web")
            .container("a")
            .status(s -> s.setConditions(List.of(foreign("DisruptionTarget", "True"))))
            .build();
    PodStatus before = new PodStatus();
    assertThat(Statuses.of(disrupted).previous(before).build().getConditions())
        .filteredOn(c -> c.getType().equals("DisruptionTarget"))
        .hasSize(1);
  }

  @Test
  void resizeConditionsAreCarriedOverWhileThePodLives() {
    PodStatus before = new PodStatus();
    before.setConditions(List.of(foreign("PodResizePending", "True")));
    assertThat(Statuses.of(pod).previous(before).build().getConditions())
        .contains(foreign("PodResizePending", "True"));
    assertThat(
            Statuses.of(pod)
                .previous(before)
                .verdict(DeadlineRules.EXCEEDED)
                .build()
                .getConditions())
        .doesNotContain(foreign("PodResizePending", "True"));
  }

  @Test
  @Rule("7.9")
  void aReadinessProbeDecidesOverReadiness() {
    Pod probed = Pods.pod("web").container("a", Containers.readinessProbe()).build();
    Observed running = Observed.of(probed).running("a");
    assertThat(condition(Statuses.of(probed, running), "Ready").getStatus()).isEqualTo("False");
    ProbeResults passed = new ProbeResults(Set.of("a-0"), Set.of(), Set.of(), Set.of());
    PodStatus ready = Statuses.of(probed).observed(running).probes(passed).build();
    assertThat(condition(ready, "Ready").getStatus()).isEqualTo("True");
  }

  private static PodStatus gated(List<PodCondition> foreign) {
    Pod pod =
        Pods.pod("web")
            .container("a")
            .readinessGate("lb")
            .status(s -> s.setConditions(foreign))
            .build();
    return Statuses.of(pod, Observed.of(pod).running("a"));
  }

  private static PodCondition foreign(String type, String value) {
    PodCondition condition = new PodCondition();
    condition.setType(type);
    condition.setStatus(value);
    return condition;
  }

  private static void assertSaid(
      PodCondition condition, String status, @Nullable String reason, @Nullable String message) {
    assertThat(condition.getStatus()).isEqualTo(status);
    assertThat(condition.getReason()).isEqualTo(reason);
    assertThat(condition.getMessage()).isEqualTo(message);
  }
}
