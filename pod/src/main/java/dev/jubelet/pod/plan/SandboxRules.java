package dev.jubelet.pod.plan;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedContainer.State;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.spec.RestartRules;
import java.util.List;

/**
 * What to do when the pod has no sandbox that its containers can run in: a new one, with the init
 * sequence from its beginning, unless there is nothing left to run in it. Pure.
 */
final class SandboxRules {
  static final String CHANGED = "Pod sandbox changed, it will be killed and re-created.";

  private final PlanInput in;
  private final ObservedPod observed;
  private final int deadKept;

  private SandboxRules(PlanInput in, int deadKept) {
    this.in = in;
    this.deadKept = deadKept;
    this.observed = in.observed();
  }

  static PodPlan plan(PlanInput in, int deadKept) {
    return new SandboxRules(in, deadKept).plan();
  }

  private PodPlan plan() {
    List<ContainerSpec> regular =
        ContainerSpec.regular(in.pod()).stream().filter(this::runsInNewSandbox).toList();
    return isOver(regular) ? EndRules.plan(in, deadKept) : anew(regular);
  }

  /** Over when every regular container ended for good, or when a pod that never restarts ran. */
  private boolean isOver(List<ContainerSpec> toStart) {
    boolean ranItsOnlyTime =
        !RestartRules.podRestartsOnFailure(in.pod())
            && attempt() != 0
            && !observed.containers().isEmpty();
    return ranItsOnlyTime || toStart.isEmpty();
  }

  private PodPlan anew(List<ContainerSpec> regular) {
    PlanDraft draft = new PlanDraft(in);
    if (!observed.isEmpty()) {
      draft.killPod(CHANGED);
    }
    List<ContainerSpec> init = ContainerSpec.init(in.pod());
    removeAll(init, draft);
    draft.createSandbox(attempt());
    (init.isEmpty() ? regular : init.subList(0, 1)).forEach(draft::start);
    return draft.toPlan(false);
  }

  /** The newest log of each stays: its number is how the count of restarts goes on. */
  private void removeAll(List<ContainerSpec> init, PlanDraft draft) {
    List<String> names = init.stream().map(ContainerSpec::name).toList();
    observed.containers().stream()
        .filter(c -> names.contains(c.name()))
        .forEach(c -> draft.remove(c, isNewest(c)));
  }

  private boolean isNewest(ObservedContainer container) {
    return observed.current(container.name()).filter(container::equals).isPresent();
  }

  private int attempt() {
    return observed.newestSandbox().map(s -> s.attempt() + 1).orElse(0);
  }

  /** A container that ended for good is not brought back by a change of sandbox. */
  private boolean runsInNewSandbox(ContainerSpec spec) {
    return observed
        .current(spec.name())
        .filter(c -> c.state() == State.EXITED && !observed.isReplaced(c))
        .map(c -> RestartRules.afterExit(in.pod(), spec, c.exitCode()))
        .orElse(true);
  }
}
