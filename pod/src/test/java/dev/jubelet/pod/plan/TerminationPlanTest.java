package dev.jubelet.pod.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Containers;
import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.ContainerKind;
import dev.jubelet.pod.model.TerminationPlan;
import dev.jubelet.pod.model.TerminationPlan.Stop;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Lifecycle;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** lifecycle 6.6: the order in which an ending pod's containers stop. */
class TerminationPlanTest {
  private final Pod pod =
      Pods.pod("web")
          .sidecar("s")
          .init("i")
          .sidecar("t")
          .container("a", Containers.preStop())
          .container("b")
          .ephemeral("e")
          .build();

  @Test
  @Rule("6.12")
  void sidecarsStopAfterTheOthersAndTheLastDeclaredFirst() {
    Observed observed =
        Observed.of(pod).running("s").running("t").running("a").running("b").running("e");
    assertThat(names(TerminationRules.plan(pod, observed.build(), null)))
        .containsExactly(List.of("e", "b", "a"), List.of("t"), List.of("s"));
  }

  @Test
  void whatHasEndedTakesNoTurn() {
    Observed observed = Observed.of(pod).running("s").exited("t", 0).exited("a", 1).exited("b", 0);
    assertThat(names(TerminationRules.plan(pod, observed.build(), null)))
        .containsExactly(List.of("s"));
  }

  @Test
  void anInitContainerThatStillRunsStopsFirst() {
    Observed observed = Observed.of(pod).running("s").running("i");
    assertThat(names(TerminationRules.plan(pod, observed.build(), null)))
        .containsExactly(List.of("i"), List.of("s"));
  }

  @Test
  void aContainerInUnknownStateIsStoppedToBeSure() {
    assertThat(names(TerminationRules.plan(pod, Observed.of(pod).unknown("a").build(), null)))
        .containsExactly(List.of("a"));
  }

  @Test
  void everySandboxIsStopped() {
    Observed observed = Observed.nothingOf(pod).sandbox(false).sandbox(true);
    assertThat(TerminationRules.plan(pod, observed.build(), null).sandboxIds())
        .containsExactly("s1", "s0");
  }

  @Test
  void eachContainerHasThePodsGraceUnlessOneIsDemanded() {
    var running = Observed.of(pod).running("a").build();
    assertThat(stop(TerminationRules.plan(pod, running, null)))
        .isEqualTo(new Stop("a-0", "a", ContainerKind.REGULAR, 30, true));
    assertThat(stop(TerminationRules.plan(pod, running, 4L)).graceSeconds()).isEqualTo(4);
  }

  @Test
  void withoutGraceThereIsNoTimeForAHook() {
    var running = Observed.of(pod).running("a").build();
    assertThat(stop(TerminationRules.plan(pod, running, 0L)).preStop()).isFalse();
  }

  @Test
  void withoutAHookNoneRuns() {
    Pod hooked = Pods.pod("web").container("b", c -> c.setLifecycle(new Lifecycle())).build();
    var running = Observed.of(hooked).running("b").build();
    assertThat(stop(TerminationRules.plan(hooked, running, null)).preStop()).isFalse();
  }

  @Test
  void aContainerThatIsNotInTheSpecBringsItsOwnGrace() {
    var observed =
        Observed.of(pod)
            .running("x")
            .annotations(
                Map.of(
                    Annotations.POD_TERMINATION_GRACE, "12", Annotations.CONTAINER_PRE_STOP, "{}"))
            .build();
    assertThat(stop(TerminationRules.plan(pod, observed, null)))
        .isEqualTo(new Stop("x-0", "x", ContainerKind.REGULAR, 12, true));
    assertThat(stop(TerminationRules.planOrphan(observed, 1L)).graceSeconds()).isEqualTo(1);
  }

  @Test
  void theGraceOfADeletionOutranksThatOfTheSpecOnAnOrphan() {
    assertThat(
            orphanGrace(
                Map.of(
                    Annotations.POD_TERMINATION_GRACE, "12", Annotations.POD_DELETION_GRACE, "3")))
        .isEqualTo(3);
  }

  @Test
  void anOrphanWithoutReadableGraceGetsTwoSeconds() {
    assertThat(orphanGrace(Map.of())).isEqualTo(2);
    assertThat(orphanGrace(Map.of(Annotations.POD_DELETION_GRACE, "soon"))).isEqualTo(2);
  }

  private long orphanGrace(Map<String, String> annotations) {
    var observed = Observed.of(pod).running("a").annotations(annotations).build();
    return stop(TerminationRules.planOrphan(observed, null)).graceSeconds();
  }

  private static Stop stop(TerminationPlan plan) {
    return plan.stages().getFirst().stops().getFirst();
  }

  private static List<List<String>> names(TerminationPlan plan) {
    return plan.stages().stream()
        .map(stage -> stage.stops().stream().map(Stop::containerName).toList())
        .toList();
  }
}
