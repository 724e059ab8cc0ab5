package dev.jubelet.pod.status;

import dev.jubelet.pod.model.ContainerKind;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.spec.Phases;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import java.util.stream.Stream;

/**
 * ContainersReady: sidecars and regular containers are all ready, and the pod is not over. Pure.
 */
final class ContainersReadyRules {

  private ContainersReadyRules() {}

  static Finding containersReady(Pod pod, PodStatus status) {
    return switch (status.getPhase()) {
      case Phases.SUCCEEDED -> new Finding(false, "PodCompleted", "");
      case Phases.FAILED -> new Finding(false, "PodFailed", "");
      default -> whileAlive(pod, status);
    };
  }

  private static Finding whileAlive(Pod pod, PodStatus status) {
    List<String> unready =
        Stream.concat(
                unready(ContainerSpec.init(pod), status.getInitContainerStatuses()),
                unready(ContainerSpec.regular(pod), status.getContainerStatuses()))
            .toList();
    return unready.isEmpty()
        ? Finding.TRUE
        : new Finding(
            false,
            "ContainersNotReady",
            "containers with unready status: [" + String.join(" ", unready) + "]");
  }

  /** The names in the order of the spec; ordinary init containers do not count. */
  private static Stream<String> unready(List<ContainerSpec> specs, List<ContainerStatus> statuses) {
    return specs.stream()
        .filter(spec -> spec.kind() != ContainerKind.INIT)
        .map(ContainerSpec::name)
        .filter(name -> !StatusLookup.container(statuses, name).orElseThrow().getReady());
  }
}
