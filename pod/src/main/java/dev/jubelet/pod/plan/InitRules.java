package dev.jubelet.pod.plan;

import static dev.jubelet.pod.plan.InitProgress.DONE;
import static dev.jubelet.pod.plan.InitProgress.FAILED;
import static dev.jubelet.pod.plan.InitProgress.UNDER_WAY;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.KillReason;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.spec.RestartRules;
import java.util.List;

/**
 * Init containers run one after another. The furthest one that the active sandbox has is the front:
 * only it decides whether the next may start, since those before it may have been removed. Sidecars
 * before the front are kept running; once a regular container exists the front is past the end, and
 * ordinary init containers never run again. Pure.
 */
final class InitRules {
  private final PlanInput in;
  private final PlanDraft draft;
  private final List<ContainerSpec> inits;

  private InitRules(PlanInput in, PlanDraft draft) {
    this.in = in;
    this.draft = draft;
    this.inits = ContainerSpec.init(in.pod());
  }

  static InitProgress apply(PlanInput in, PlanDraft draft) {
    return new InitRules(in, draft).apply();
  }

  private InitProgress apply() {
    int front = front();
    keepSidecarsBefore(front);
    if (front == inits.size()) {
      return DONE;
    }
    if (front < 0) {
      draft.start(inits.getFirst());
      return UNDER_WAY;
    }
    ContainerSpec spec = inits.get(front);
    ObservedContainer container = in.observed().active(spec.name()).orElseThrow();
    return spec.isSidecar() ? atSidecar(spec, container) : atOrdinary(spec, container);
  }

  private int front() {
    if (ContainerSpec.regular(in.pod()).stream().anyMatch(this::isActive)) {
      return inits.size();
    }
    for (int i = inits.size() - 1; i >= 0; i--) {
      if (isActive(inits.get(i))) {
        return i;
      }
    }
    return inits.isEmpty() ? 0 : -1;
  }

  private boolean isActive(ContainerSpec spec) {
    return in.observed().active(spec.name()).isPresent();
  }

  private void keepSidecarsBefore(int front) {
    inits.stream()
        .limit(Math.max(front, 0))
        .filter(ContainerSpec::isSidecar)
        .forEach(spec -> SidecarRules.keep(in, spec, draft));
  }

  private InitProgress atSidecar(ContainerSpec spec, ObservedContainer container) {
    boolean started = SidecarRules.isStarted(in, spec, container);
    SidecarRules.keep(in, spec, draft);
    return started ? startAfter(spec) : UNDER_WAY;
  }

  private InitProgress atOrdinary(ContainerSpec spec, ObservedContainer container) {
    return switch (container.state()) {
      case RUNNING -> UNDER_WAY;
      case CREATED -> again(spec);
      case EXITED -> afterExit(spec, container);
      case UNKNOWN -> afterLoss(spec, container);
    };
  }

  private InitProgress afterExit(ContainerSpec spec, ObservedContainer container) {
    if (container.exitCode() == 0) {
      return startAfter(spec);
    }
    return RestartRules.shouldStart(in.pod(), spec, in.observed()) ? again(spec) : FAILED;
  }

  private InitProgress afterLoss(ContainerSpec spec, ObservedContainer container) {
    if (!RestartRules.afterKill(in.pod(), spec)) {
      return FAILED;
    }
    draft.kill(container, KillReason.UNKNOWN_STATE, KillMessages.unknownInit(), null);
    return again(spec);
  }

  private InitProgress again(ContainerSpec spec) {
    draft.start(spec);
    return UNDER_WAY;
  }

  private InitProgress startAfter(ContainerSpec spec) {
    int next = inits.indexOf(spec) + 1;
    if (next == inits.size()) {
      return DONE;
    }
    draft.start(inits.get(next));
    return UNDER_WAY;
  }
}
