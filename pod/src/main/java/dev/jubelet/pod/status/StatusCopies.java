package dev.jubelet.pod.status;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.PodStatus;

/** Copies of statuses one level deep, for changing one without touching the other. Pure. */
final class StatusCopies {

  private StatusCopies() {}

  static ContainerStatus of(ContainerStatus from) {
    ContainerStatus to = new ContainerStatus();
    to.setName(from.getName());
    to.setContainerID(from.getContainerID());
    to.setImage(from.getImage());
    to.setImageID(from.getImageID());
    to.setState(from.getState());
    to.setLastState(from.getLastState());
    to.setReady(from.getReady());
    to.setStarted(from.getStarted());
    to.setRestartCount(from.getRestartCount());
    to.setVolumeMounts(from.getVolumeMounts());
    to.setResources(from.getResources());
    to.setAllocatedResources(from.getAllocatedResources());
    to.setAllocatedResourcesStatus(from.getAllocatedResourcesStatus());
    to.setStopSignal(from.getStopSignal());
    to.setUser(from.getUser());
    return to;
  }

  static PodStatus of(PodStatus from) {
    PodStatus to = new PodStatus();
    to.setPhase(from.getPhase());
    to.setReason(from.getReason());
    to.setMessage(from.getMessage());
    to.setConditions(from.getConditions());
    to.setObservedGeneration(from.getObservedGeneration());
    to.setStartTime(from.getStartTime());
    to.setQosClass(from.getQosClass());
    to.setHostIP(from.getHostIP());
    to.setHostIPs(from.getHostIPs());
    to.setPodIP(from.getPodIP());
    to.setPodIPs(from.getPodIPs());
    to.setNominatedNodeName(from.getNominatedNodeName());
    to.setResize(from.getResize());
    to.setResources(from.getResources());
    to.setAllocatedResources(from.getAllocatedResources());
    to.setInitContainerStatuses(from.getInitContainerStatuses());
    to.setContainerStatuses(from.getContainerStatuses());
    to.setEphemeralContainerStatuses(from.getEphemeralContainerStatuses());
    to.setResourceClaimStatuses(from.getResourceClaimStatuses());
    to.setExtendedResourceClaimStatus(from.getExtendedResourceClaimStatus());
    to.setNodeAllocatableResourceClaimStatuses(from.getNodeAllocatableResourceClaimStatuses());
    return to;
  }
}
