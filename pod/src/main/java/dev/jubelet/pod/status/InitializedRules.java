package dev.jubelet.pod.status;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.spec.Phases;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;

/** Initialized: ordinary init containers have succeeded, sidecars have started. Pure. */
final class InitializedRules {

  private InitializedRules() {}

  static Finding initialized(StatusInput in, PodStatus status) {
    if (Phases.SUCCEEDED.equals(status.getPhase())) {
      return new Finding(true, "PodCompleted", "");
    }
    List<String> incomplete = incomplete(in, status);
    if (incomplete.isEmpty() || hasRun(status) || wasInitialized(in)) {
      return Finding.TRUE;
    }
    return new Finding(
        false,
        "ContainersNotInitialized",
        "containers with incomplete status: [" + String.join(" ", incomplete) + "]");
  }

  private static List<String> incomplete(StatusInput in, PodStatus status) {
    return ContainerSpec.init(in.pod()).stream()
        .filter(spec -> !isComplete(spec, status.getInitContainerStatuses()))
        .map(ContainerSpec::name)
        .toList();
  }

  private static boolean isComplete(ContainerSpec spec, List<ContainerStatus> statuses) {
    ContainerStatus status = StatusLookup.container(statuses, spec.name()).orElseThrow();
    return spec.isSidecar() ? status.getStarted() : status.getReady();
  }

  /** Once a regular container has run, sidecars may come and go. */
  private static boolean hasRun(PodStatus status) {
    return status.getContainerStatuses().stream().anyMatch(s -> s.getState().getWaiting() == null);
  }

  /** A pod never becomes uninitialised, not even when all its containers are started anew. */
  private static boolean wasInitialized(StatusInput in) {
    return StatusLookup.isTrue(in.old().getConditions(), "Initialized");
  }
}
