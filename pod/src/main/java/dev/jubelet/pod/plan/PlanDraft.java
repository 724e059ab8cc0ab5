package dev.jubelet.pod.plan;

import dev.jubelet.pod.model.ContainerKind;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.KillReason;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.PodAction;
import dev.jubelet.pod.model.PodAction.CreateSandbox;
import dev.jubelet.pod.model.PodAction.KillContainer;
import dev.jubelet.pod.model.PodAction.KillPod;
import dev.jubelet.pod.model.PodAction.RemoveContainer;
import dev.jubelet.pod.model.PodAction.StartContainer;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.model.PodPlan.Waiting;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan in the making: puts the actions into their order (stop, remove, sandbox, start) and turns
 * a start that is in back-off into a wait. Thread: lives within one call of the planner.
 */
final class PlanDraft {
  private final PlanInput in;
  private final List<PodAction> stops = new ArrayList<>();
  private final List<PodAction> removals = new ArrayList<>();
  private final List<PodAction> sandboxes = new ArrayList<>();
  private final List<PodAction> starts = new ArrayList<>();
  private final List<Waiting> waits = new ArrayList<>();

  PlanDraft(PlanInput in) {
    this.in = in;
  }

  void killPod(String message) {
    stops.add(new KillPod(message));
  }

  void kill(
      ObservedContainer container, KillReason reason, String message, @Nullable Long graceSeconds) {
    stops.add(new KillContainer(container.id(), container.name(), reason, message, graceSeconds));
  }

  void remove(ObservedContainer container, boolean keepLog) {
    removals.add(new RemoveContainer(container.id(), container.name(), keepLog));
  }

  void createSandbox(int attempt) {
    sandboxes.add(new CreateSandbox(attempt));
  }

  /** Starts the container, or notes until when it has to wait. */
  void start(ContainerSpec spec) {
    BackOffRules.waiting(in, spec).ifPresentOrElse(waits::add, () -> starts.add(startNow(spec)));
  }

  PodPlan toPlan(boolean finished) {
    List<PodAction> actions = new ArrayList<>(stops);
    actions.addAll(removals);
    actions.addAll(sandboxes);
    actions.addAll(starts);
    return new PodPlan(actions, waits, finished);
  }

  /** What comes behind an ordinary init container needs it; a sidecar may be late. */
  private StartContainer startNow(ContainerSpec spec) {
    boolean required = spec.kind() == ContainerKind.INIT;
    return new StartContainer(spec.name(), spec.kind(), restartCount(spec), required);
  }

  private int restartCount(ContainerSpec spec) {
    return in.observed().current(spec.name()).map(c -> c.restartCount() + 1).orElse(0);
  }
}
