package dev.jubelet.pod.plan;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.KillReason;
import dev.jubelet.pod.model.ObservedContainer;
import java.util.Optional;

/** Sidecars run until the pod ends: whatever stops one, it is started again. Pure. */
final class SidecarRules {

  private SidecarRules() {}

  /** Whether the init container behind this sidecar may start. */
  static boolean isStarted(PlanInput in, ContainerSpec spec, ObservedContainer container) {
    return container.isRunning()
        && (spec.container().getStartupProbe() == null
            || in.probes().started().contains(container.id()));
  }

  static void keep(PlanInput in, ContainerSpec spec, PlanDraft draft) {
    Optional<ObservedContainer> found = in.observed().active(spec.name());
    if (found.isEmpty()) {
      draft.start(spec);
      return;
    }
    ObservedContainer container = found.get();
    switch (container.state()) {
      case CREATED, EXITED -> draft.start(spec);
      case UNKNOWN -> restart(in, spec, container, KillReason.UNKNOWN_STATE, draft);
      case RUNNING ->
          reasonToKill(in, spec, container)
              .ifPresent(reason -> restart(in, spec, container, reason, draft));
    }
  }

  /** Until a sidecar has started, only its startup probe has a say. */
  private static Optional<KillReason> reasonToKill(
      PlanInput in, ContainerSpec spec, ObservedContainer container) {
    if (!isStarted(in, spec, container)) {
      return in.probes().startupFailed().contains(container.id())
          ? Optional.of(KillReason.STARTUP_FAILED)
          : Optional.empty();
    }
    if (!container.hash().equals(ContainerHash.of(spec))) {
      return Optional.of(KillReason.SPEC_CHANGED);
    }
    return in.probes().livenessFailed().contains(container.id())
        ? Optional.of(KillReason.LIVENESS_FAILED)
        : Optional.empty();
  }

  private static void restart(
      PlanInput in,
      ContainerSpec spec,
      ObservedContainer container,
      KillReason reason,
      PlanDraft draft) {
    String message =
        reason == KillReason.UNKNOWN_STATE
            ? KillMessages.unknownInit()
            : KillMessages.of("Init container", spec.name(), reason);
    draft.kill(container, reason, message, GracePeriod.ofProbe(in.pod(), spec, reason));
    draft.start(spec);
  }
}
