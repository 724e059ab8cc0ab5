package dev.jubelet.pod.plan;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.model.SandboxState;
import dev.jubelet.pod.spec.RestartRules;

/**
 * Computes what brings the runtime closer to a pod's spec, for a pod that is not ending; how to end
 * one tells {@link TerminationRules}. Pure: the same input gives the same plan, and a plan carried
 * out leaves nothing of it to do. Thread: any; called on the pod's lane.
 */
public final class Planner {
  private final int deadKept;

  /** Keeps the newest dead instance of each container. */
  public Planner() {
    this(1);
  }

  /** Keeps so many dead instances of each container, at least one. */
  public Planner(int deadKept) {
    this.deadKept = deadKept;
  }

  public PodPlan plan(PlanInput in) {
    if (RestartRules.restartsAll(in.pod(), in.observed())) {
      return RestartAllRules.plan(in);
    }
    SandboxState sandbox = SandboxState.of(in.pod(), in.observed());
    return sandbox.usable() ? inSandbox(in) : SandboxRules.plan(in, deadKept);
  }

  private PodPlan inSandbox(PlanInput in) {
    PlanDraft draft = new PlanDraft(in);
    startEphemeral(in, draft);
    InitProgress init = InitRules.apply(in, draft);
    boolean ended =
        switch (init) {
          case FAILED -> true;
          case UNDER_WAY -> false;
          case DONE -> !RegularRules.apply(in, draft);
        };
    if (ended) {
      return EndRules.plan(in, deadKept);
    }
    DeadContainerRules.apply(in, deadKept, draft);
    return draft.toPlan(false);
  }

  /** They start once, whatever else the pod does, and are never started again. */
  private static void startEphemeral(PlanInput in, PlanDraft draft) {
    ContainerSpec.ephemeral(in.pod()).stream()
        .filter(spec -> in.observed().current(spec.name()).isEmpty())
        .forEach(draft::start);
  }
}
