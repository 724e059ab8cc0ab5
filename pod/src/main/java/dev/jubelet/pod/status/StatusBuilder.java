package dev.jubelet.pod.status;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.spec.QosClass;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Computes the status of a pod. Pure: same input and time, same status; what it is given is never
 * changed. Thread: any; called on the pod's lane.
 */
public final class StatusBuilder {

  public PodStatus build(StatusInput in, Instant now) {
    PodStatus status = frame(in.pod(), in.old(), begin(in, now));
    ContainerStatusRules containers = new ContainerStatusRules(in);
    status.setInitContainerStatuses(containers.all(ContainerSpec.init(in.pod())));
    status.setContainerStatuses(byName(containers.all(ContainerSpec.regular(in.pod()))));
    status.setEphemeralContainerStatuses(byName(containers.all(ContainerSpec.ephemeral(in.pod()))));
    MessageRules.apply(in.pod(), status);
    PhaseRules.apply(in, status);
    status.setConditions(new PodConditionRules(in, status, now).all());
    PodIpRules.apply(in, status);
    PodResourceRules.apply(in.pod(), status);
    return status;
  }

  /** The status of a pod that may not run here; it has neither containers nor conditions. */
  public PodStatus rejected(Pod pod, String reason, String message, Instant now) {
    PodStatus old = Objects.requireNonNullElseGet(pod.getStatus(), PodStatus::new);
    PodStatus status = frame(pod, old, now);
    status.setPhase(Phases.FAILED);
    status.setReason(reason);
    status.setMessage("Pod was rejected: " + message);
    return status;
  }

  /**
   * When a pod of which no status is known began: now, or when the oldest of its sandboxes was made
   * by an agent before this one.
   */
  private static Instant begin(StatusInput in, Instant now) {
    return in.observed().sandboxes().stream()
        .map(ObservedSandbox::createdAt)
        .filter(now::isAfter)
        .min(Instant::compareTo)
        .orElse(now);
  }

  private static PodStatus frame(Pod pod, PodStatus old, Instant begin) {
    PodStatus inApi = Objects.requireNonNullElseGet(pod.getStatus(), PodStatus::new);
    PodStatus status = new PodStatus();
    status.setObservedGeneration(pod.getMetadata().getGeneration());
    status.setStartTime(
        Objects.requireNonNullElseGet(old.getStartTime(), () -> ApiTimes.text(begin)));
    status.setQosClass(QosClass.of(pod).wireName());
    status.setNominatedNodeName(inApi.getNominatedNodeName());
    status.setResourceClaimStatuses(inApi.getResourceClaimStatuses());
    status.setExtendedResourceClaimStatus(inApi.getExtendedResourceClaimStatus());
    status.setNodeAllocatableResourceClaimStatuses(inApi.getNodeAllocatableResourceClaimStatuses());
    return status;
  }

  private static List<ContainerStatus> byName(List<ContainerStatus> statuses) {
    return statuses.stream().sorted(Comparator.comparing(ContainerStatus::getName)).toList();
  }
}
