package dev.jubelet.pod.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.PodStories;
import dev.jubelet.pod.fixture.SimulatedPod;
import dev.jubelet.pod.model.ContainerKind;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodAction.CreateSandbox;
import dev.jubelet.pod.model.PodAction.RemoveContainer;
import dev.jubelet.pod.model.PodAction.StartContainer;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.spec.RestartRules;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for every pod, whatever happens to it. */
class PlannerPropertiesTest {

  @Provide
  Arbitrary<Pod> pods() {
    return PodStories.pods();
  }

  @Provide
  Arbitrary<List<PodStories.Event>> stories() {
    return PodStories.stories();
  }

  @Property(tries = 400)
  void aPlanCarriedOutIsNotMadeAgain(
      @ForAll("pods") Pod pod, @ForAll("stories") List<PodStories.Event> story) {
    SimulatedPod simulated = new SimulatedPod(pod);
    for (PodStories.Event event : story) {
      event.accept(simulated);
      PodPlan plan = simulated.plan();
      simulated.carryOut(plan);
      assertThat(simulated.plan().actions()).noneMatch(plan.actions()::contains);
    }
  }

  @Property(tries = 400)
  void aPodThatIsLeftAloneComesToRest(
      @ForAll("pods") Pod pod, @ForAll("stories") List<PodStories.Event> story) {
    SimulatedPod simulated = new SimulatedPod(pod);
    story.forEach(event -> event.accept(simulated));
    int rounds = 0;
    simulated.endInitContainers();
    while (!isAtRest(simulated.plan())) {
      assertThat(++rounds).as("rounds until rest").isLessThan(30);
      simulated.carryOut(simulated.plan());
      simulated.endInitContainers();
      simulated.plan().nextAt().ifPresent(at -> waitFor(simulated, at));
    }
    assertThat(simulated.plan().finished() || everyContainerRunsOrIsDone(simulated)).isTrue();
  }

  @Property(tries = 400)
  @Rule("6.14")
  void noContainerEverRunsTwice(
      @ForAll("pods") Pod pod, @ForAll("stories") List<PodStories.Event> story) {
    SimulatedPod simulated = new SimulatedPod(pod);
    for (PodStories.Event event : story) {
      event.accept(simulated);
      assertThat(
              simulated.observed().containers().stream()
                  .filter(ObservedContainer::isRunning)
                  .collect(Collectors.groupingBy(ObservedContainer::name, Collectors.counting()))
                  .values())
          .allMatch(count -> count == 1);
    }
  }

  @Property(tries = 400)
  @Rule("6.3")
  void anInitContainerNeverRunsAgainInTheSandboxInWhichItSucceeded(
      @ForAll("pods") Pod pod, @ForAll("stories") List<PodStories.Event> story) {
    SimulatedPod simulated = new SimulatedPod(pod);
    for (PodStories.Event event : story) {
      ObservedPod before = simulated.observed();
      PodPlan plan = simulated.plan();
      if (plan.actions().stream().noneMatch(CreateSandbox.class::isInstance)) {
        startsOfInit(plan)
            .forEach(start -> assertThat(hasSucceeded(before, start.containerName())).isFalse());
      }
      event.accept(simulated);
    }
  }

  @Property(tries = 400)
  void aFinishedPodStaysFinished(
      @ForAll("pods") Pod pod, @ForAll("stories") List<PodStories.Event> story) {
    SimulatedPod simulated = new SimulatedPod(pod);
    story.forEach(event -> event.accept(simulated));
    PodPlan plan = simulated.plan();
    if (plan.finished()) {
      simulated.carryOut(plan);
      simulated.pass(Duration.ofHours(1));
      assertThat(simulated.plan().finished()).isTrue();
      assertThat(simulated.plan().actions()).allMatch(RemoveContainer.class::isInstance);
      assertThat(simulated.observed().anyContainerRunning()).isFalse();
    }
  }

  private static List<StartContainer> startsOfInit(PodPlan plan) {
    return plan.actions().stream()
        .filter(StartContainer.class::isInstance)
        .map(StartContainer.class::cast)
        .filter(start -> start.kind() == ContainerKind.INIT)
        .toList();
  }

  private static boolean hasSucceeded(ObservedPod observed, String name) {
    return observed
        .active(name)
        .filter(c -> c.state() == ObservedContainer.State.EXITED && c.exitCode() == 0)
        .isPresent();
  }

  private static boolean isAtRest(PodPlan plan) {
    return plan.actions().isEmpty() && plan.waits().isEmpty();
  }

  private static void waitFor(SimulatedPod simulated, Instant at) {
    if (at.isAfter(simulated.now())) {
      simulated.pass(Duration.between(simulated.now(), at));
    }
  }

  private static boolean everyContainerRunsOrIsDone(SimulatedPod simulated) {
    return ContainerSpec.regular(simulated.pod()).stream()
        .allMatch(
            spec ->
                simulated
                    .observed()
                    .current(spec.name())
                    .filter(
                        c ->
                            c.isRunning()
                                || !RestartRules.afterExit(simulated.pod(), spec, c.exitCode()))
                    .isPresent());
  }
}
