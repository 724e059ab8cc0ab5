package dev.jubelet.pod.plan;

import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedContainer.State;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodPlan;

/** The plan of a pod in which nothing is left to run: stop what is still there. Pure. */
final class EndRules {

  private EndRules() {}

  static PodPlan plan(PlanInput in, int deadKept) {
    PlanDraft draft = new PlanDraft(in);
    if (anythingToStop(in.observed())) {
      draft.killPod("");
    }
    DeadContainerRules.apply(in, deadKept, draft);
    return draft.toPlan(true);
  }

  private static boolean anythingToStop(ObservedPod observed) {
    return observed.readySandbox().isPresent()
        || observed.containers().stream().anyMatch(EndRules::mayRun);
  }

  private static boolean mayRun(ObservedContainer container) {
    return container.state() == State.RUNNING || container.state() == State.UNKNOWN;
  }
}
