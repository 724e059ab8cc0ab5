package dev.jubelet.pod.plan;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.KillReason;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedContainer.State;
import dev.jubelet.pod.model.PodAction;
import dev.jubelet.pod.model.PodAction.KillContainer;
import dev.jubelet.pod.model.PodAction.RemoveContainer;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.spec.RestartRules;
import java.util.ArrayList;
import java.util.List;

/**
 * A container ended in a way that restarts all: every container is stopped at once and removed, its
 * log kept. The ones that caused it go last, so that a plan cut short begins again. The next plan
 * finds an empty pod and starts it from its beginning. Pure.
 */
final class RestartAllRules {
  private static final long GRACE_SECONDS = 0;

  private RestartAllRules() {}

  static PodPlan plan(PlanInput in) {
    List<ContainerSpec> order = new ArrayList<>(ContainerSpec.regular(in.pod()));
    order.addAll(ContainerSpec.init(in.pod()));
    List<PodAction> actions = new ArrayList<>();
    order.forEach(spec -> reset(in, spec, false, actions));
    order.forEach(spec -> reset(in, spec, true, actions));
    return new PodPlan(actions, List.of(), false);
  }

  private static void reset(
      PlanInput in, ContainerSpec spec, boolean sources, List<PodAction> actions) {
    in.observed().containers().stream()
        .filter(c -> c.name().equals(spec.name()))
        .filter(c -> RestartRules.isSourceOfRestartOfAll(spec, c) == sources)
        .forEach(c -> reset(c, actions));
  }

  private static void reset(ObservedContainer container, List<PodAction> actions) {
    if (container.state() != State.EXITED) {
      actions.add(
          new KillContainer(
              container.id(),
              container.name(),
              KillReason.RESTART_ALL_CONTAINERS,
              "killing",
              GRACE_SECONDS));
    }
    actions.add(new RemoveContainer(container.id(), container.name(), true));
  }
}
