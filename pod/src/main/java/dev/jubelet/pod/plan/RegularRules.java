package dev.jubelet.pod.plan;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.KillReason;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.spec.RestartRules;
import java.util.Optional;

/** Which regular containers stay, are stopped or are started. Pure. */
final class RegularRules {
  private final PlanInput in;
  private final PlanDraft draft;

  private RegularRules(PlanInput in, PlanDraft draft) {
    this.in = in;
    this.draft = draft;
  }

  /** Returns whether any regular container stays or will be started. */
  static boolean apply(PlanInput in, PlanDraft draft) {
    RegularRules rules = new RegularRules(in, draft);
    boolean alive = false;
    for (ContainerSpec spec : ContainerSpec.regular(in.pod())) {
      alive |= rules.apply(spec);
    }
    return alive;
  }

  private boolean apply(ContainerSpec spec) {
    Optional<ObservedContainer> running =
        in.observed().current(spec.name()).filter(ObservedContainer::isRunning);
    return running.map(c -> atRunning(spec, c)).orElseGet(() -> atStopped(spec));
  }

  private boolean atStopped(ContainerSpec spec) {
    if (!RestartRules.shouldStart(in.pod(), spec, in.observed())) {
      return false;
    }
    in.observed()
        .current(spec.name())
        .filter(c -> c.state() == ObservedContainer.State.UNKNOWN)
        .ifPresent(c -> draft.kill(c, KillReason.UNKNOWN_STATE, KillMessages.unknown(), null));
    draft.start(spec);
    return true;
  }

  private boolean atRunning(ContainerSpec spec, ObservedContainer container) {
    Optional<KillReason> reason = reasonToKill(spec, container);
    if (reason.isEmpty()) {
      return true;
    }
    boolean restart =
        reason.get() == KillReason.SPEC_CHANGED || RestartRules.afterKill(in.pod(), spec);
    stop(spec, container, reason.get(), restart);
    return restart;
  }

  private void stop(
      ContainerSpec spec, ObservedContainer container, KillReason reason, boolean restart) {
    String message = KillMessages.of("Container", spec.name(), reason);
    Long grace = GracePeriod.ofProbe(in.pod(), spec, reason);
    draft.kill(container, reason, restart ? message + ", will be restarted" : message, grace);
    if (restart) {
      draft.start(spec);
    }
  }

  private Optional<KillReason> reasonToKill(ContainerSpec spec, ObservedContainer container) {
    if (!container.hash().equals(ContainerHash.of(spec))) {
      return Optional.of(KillReason.SPEC_CHANGED);
    }
    if (in.probes().livenessFailed().contains(container.id())) {
      return Optional.of(KillReason.LIVENESS_FAILED);
    }
    return in.probes().startupFailed().contains(container.id())
        ? Optional.of(KillReason.STARTUP_FAILED)
        : Optional.empty();
  }
}
