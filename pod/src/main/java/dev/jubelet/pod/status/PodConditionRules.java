package dev.jubelet.pod.status;

import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.SandboxState;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.spec.PodConditions;
import dev.jubelet.pod.spec.RestartRules;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodReadinessGate;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The conditions of a pod in their order: those of others first, untouched, then ours. The time of
 * the last transition changes only when the status does. Pure.
 */
final class PodConditionRules {
  private static final String DISRUPTION = PodConditions.DISRUPTION;
  private static final Set<String> RESIZE =
      Set.of(PodConditions.RESIZE_PENDING, PodConditions.RESIZE_IN_PROGRESS);

  private final StatusInput in;
  private final PodStatus status;
  private final Instant now;

  PodConditionRules(StatusInput in, PodStatus status, Instant now) {
    this.in = in;
    this.status = status;
    this.now = now;
  }

  List<PodCondition> all() {
    List<PodCondition> result = new ArrayList<>();
    in.inApi().getConditions().stream()
        .filter(c -> !PodConditions.OURS.contains(c.getType()))
        .forEach(result::add);
    if (!Phases.isTerminal(status.getPhase())) {
      in.old().getConditions().stream()
          .filter(c -> RESIZE.contains(c.getType()))
          .forEach(result::add);
    }
    disruption().ifPresent(result::add);
    Finding containersReady = ContainersReadyRules.containersReady(in.pod(), status);
    result.add(dated("PodReadyToStartContainers", readyToStart()));
    result.add(dated("Initialized", InitializedRules.initialized(in, status)));
    result.add(dated("Ready", ready(containersReady, result)));
    result.add(dated("ContainersReady", containersReady));
    result.add(dated("PodScheduled", Finding.TRUE));
    if (RestartRules.mayRestartAll(in.pod())) {
      result.add(dated(RestartingAll.CONDITION, restartingAll()));
    }
    return result;
  }

  private Optional<PodCondition> disruption() {
    if (in.verdict() instanceof PodVerdict.Failed failed && failed.disruption() != null) {
      return Optional.of(
          dated(DISRUPTION, new Finding(true, "TerminationByKubelet", failed.disruption())));
    }
    return Stream.of(in.old(), in.inApi())
        .flatMap(s -> StatusLookup.condition(s.getConditions(), DISRUPTION).stream())
        .findFirst();
  }

  private Finding readyToStart() {
    return SandboxState.of(in.pod(), in.observed()).usable() ? Finding.TRUE : Finding.FALSE;
  }

  /** As ContainersReady; then every readiness gate has to be open. */
  private Finding ready(Finding containersReady, List<PodCondition> conditions) {
    if (!containersReady.holds()) {
      return containersReady;
    }
    String closed =
        in.pod().getSpec().getReadinessGates().stream()
            .flatMap(gate -> whyClosed(gate, conditions).stream())
            .collect(Collectors.joining(", "));
    return closed.isEmpty() ? Finding.TRUE : new Finding(false, "ReadinessGatesNotReady", closed);
  }

  private static Optional<String> whyClosed(PodReadinessGate gate, List<PodCondition> conditions) {
    String type = gate.getConditionType();
    Optional<PodCondition> condition = StatusLookup.condition(conditions, type);
    if (condition.isEmpty()) {
      return Optional.of(
          "corresponding condition of pod readiness gate \"" + type + "\" does not exist.");
    }
    String value = condition.get().getStatus();
    return "True".equals(value)
        ? Optional.empty()
        : Optional.of(
            "the status of pod readiness gate \"" + type + "\" is not \"True\", but " + value);
  }

  private Finding restartingAll() {
    return switch (status.getPhase()) {
      case Phases.SUCCEEDED -> new Finding(false, "PodCompleted", "");
      case Phases.FAILED -> new Finding(false, "PodFailed", "");
      default ->
          RestartingAll.isClearing(in)
              ? new Finding(
                  true, "RestartAllContainersStarted", "container exited with restart policy rule")
              : Finding.FALSE;
    };
  }

  private PodCondition dated(String type, Finding finding) {
    PodCondition condition = new PodCondition();
    condition.setType(type);
    condition.setStatus(finding.holds() ? "True" : "False");
    condition.setReason(finding.reason().isEmpty() ? null : finding.reason());
    condition.setMessage(finding.message().isEmpty() ? null : finding.message());
    condition.setObservedGeneration(in.pod().getMetadata().getGeneration());
    condition.setLastTransitionTime(
        StatusLookup.condition(in.old().getConditions(), type)
            .filter(old -> Objects.equals(old.getStatus(), condition.getStatus()))
            .map(PodCondition::getLastTransitionTime)
            .orElseGet(() -> ApiTimes.text(now)));
    return condition;
  }
}
