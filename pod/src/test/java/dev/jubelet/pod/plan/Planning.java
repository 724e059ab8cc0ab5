package dev.jubelet.pod.plan;

import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.model.PodAction;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.model.ProbeResults;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Set;

/** One call of the planner, and plans as short words: {@code kill a-0}, {@code start a #1}. */
final class Planning {
  static final Planner PLANNER = new Planner();

  private Planning() {}

  static PodPlan plan(Pod pod, Observed observed) {
    return plan(pod, observed, ProbeResults.NONE);
  }

  static PodPlan plan(Pod pod, Observed observed, ProbeResults probes) {
    return PLANNER.plan(
        new PlanInput(pod, observed.build(), probes, CrashLoopBackOffs.none(), Observed.START));
  }

  static List<String> steps(Pod pod, Observed observed) {
    return steps(plan(pod, observed));
  }

  static List<String> steps(PodPlan plan) {
    return plan.actions().stream().map(Planning::word).toList();
  }

  static ProbeResults started(String... ids) {
    return new ProbeResults(Set.of(), Set.of(ids), Set.of(), Set.of());
  }

  static ProbeResults livenessFailed(String... ids) {
    return new ProbeResults(Set.of(), Set.of(), Set.of(ids), Set.of());
  }

  static ProbeResults startupFailed(String... ids) {
    return new ProbeResults(Set.of(), Set.of(), Set.of(), Set.of(ids));
  }

  private static String word(PodAction action) {
    return switch (action) {
      case PodAction.KillPod a -> "kill pod";
      case PodAction.KillContainer a -> "kill " + a.containerId();
      case PodAction.RemoveContainer a ->
          "remove " + a.containerId() + (a.keepLog() ? " but its log" : "");
      case PodAction.CreateSandbox a -> "sandbox #" + a.attempt();
      case PodAction.StartContainer a -> "start " + a.containerName() + " #" + a.restartCount();
    };
  }
}
