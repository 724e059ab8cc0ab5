package dev.jubelet.pod.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.PodStories;
import dev.jubelet.pod.fixture.SimulatedPod;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** What holds for the statuses of every pod, whatever happens to it. */
class StatusPropertiesTest {
  private static final StatusNode NODE =
      new StatusNode(List.of("192.168.0.1"), "r", Set.of(), false);

  @Provide
  Arbitrary<Pod> pods() {
    return PodStories.pods();
  }

  @Provide
  Arbitrary<List<PodStories.Event>> stories() {
    return PodStories.stories();
  }

  @Property(tries = 150)
  @Rule("7.2")
  void aTerminalPhaseNeverGoesBack(
      @ForAll("pods") Pod pod, @ForAll("stories") List<PodStories.Event> story) {
    List<PodStatus> statuses = tell(pod, story);
    for (int i = 1; i < statuses.size(); i++) {
      if (Phases.isTerminal(statuses.get(i - 1).getPhase())) {
        assertThat(statuses.get(i).getPhase()).isEqualTo(statuses.get(i - 1).getPhase());
      }
    }
  }

  @Property(tries = 150)
  @Rule("6.15")
  void theRestartCountNeverFalls(
      @ForAll("pods") Pod pod, @ForAll("stories") List<PodStories.Event> story) {
    List<PodStatus> statuses = tell(pod, story);
    for (int i = 1; i < statuses.size(); i++) {
      Map<String, Integer> before = restartCounts(statuses.get(i - 1));
      restartCounts(statuses.get(i))
          .forEach((name, count) -> assertThat(count).isGreaterThanOrEqualTo(before.get(name)));
    }
  }

  @Property(tries = 150)
  void aStatusBuiltAgainFromItselfIsTheSame(
      @ForAll("pods") Pod pod, @ForAll("stories") List<PodStories.Event> story) {
    SimulatedPod simulated = new SimulatedPod(pod);
    PodStatus status = null;
    for (PodStories.Event event : story) {
      event.accept(simulated);
      status = build(simulated, build(simulated, status));
      assertThat(build(simulated, status)).isEqualTo(status);
    }
  }

  @Property(tries = 150)
  void aPodThatIsReadyIsRunningAndAllItsContainersAre(
      @ForAll("pods") Pod pod, @ForAll("stories") List<PodStories.Event> story) {
    for (PodStatus status : tell(pod, story)) {
      if (StatusLookup.isTrue(status.getConditions(), "Ready")) {
        assertThat(status.getPhase()).isEqualTo("Running");
        assertThat(status.getContainerStatuses()).allMatch(s -> s.getState().getRunning() != null);
      }
    }
  }

  private static List<PodStatus> tell(Pod pod, List<PodStories.Event> story) {
    SimulatedPod simulated = new SimulatedPod(pod);
    List<PodStatus> statuses = new ArrayList<>();
    PodStatus status = null;
    for (PodStories.Event event : story) {
      event.accept(simulated);
      status = build(simulated, status);
      statuses.add(status);
    }
    return statuses;
  }

  private static PodStatus build(SimulatedPod simulated, @Nullable PodStatus previous) {
    Map<String, StartError> waits =
        simulated.plan().waits().stream()
            .collect(Collectors.toMap(PodPlan.Waiting::containerName, PodPlan.Waiting::why));
    return Statuses.BUILDER.build(
        new StatusInput(
            simulated.pod(),
            simulated.observed(),
            waits,
            simulated.probes(),
            previous,
            PodVerdict.UNDECIDED,
            NODE),
        simulated.now());
  }

  private static Map<String, Integer> restartCounts(PodStatus status) {
    List<ContainerStatus> all = new ArrayList<>(status.getInitContainerStatuses());
    all.addAll(status.getContainerStatuses());
    all.addAll(status.getEphemeralContainerStatuses());
    return all.stream()
        .collect(Collectors.toMap(ContainerStatus::getName, ContainerStatus::getRestartCount));
  }
}
