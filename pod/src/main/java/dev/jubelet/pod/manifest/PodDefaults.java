package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;

/** Fills in what the API server would fill in when a pod is created. */
final class PodDefaults {
  private PodDefaults() {}

  /** Changes the pod, which nobody else has seen yet. */
  static void apply(Pod pod) {
    PodSpec spec = pod.getSpec();
    if (spec.getRestartPolicy() == null) {
      spec.setRestartPolicy("Always");
    }
    if (spec.getDnsPolicy() == null) {
      spec.setDnsPolicy("ClusterFirst");
    }
    if (spec.getSchedulerName() == null) {
      spec.setSchedulerName("default-scheduler");
    }
    if (spec.getTerminationGracePeriodSeconds() == null) {
      spec.setTerminationGracePeriodSeconds(30L);
    }
    if (spec.getSecurityContext() == null) {
      spec.setSecurityContext(new PodSecurityContext());
    }
    if (spec.getEnableServiceLinks() == null) {
      spec.setEnableServiceLinks(true);
    }
    for (List<Container> containers : List.of(spec.getInitContainers(), spec.getContainers())) {
      containers.forEach(container -> applyTo(container, spec));
    }
    PodLevelResources.applyDefaults(pod);
    spec.getVolumes().forEach(VolumeDefaults::apply);
  }

  private static void applyTo(Container container, PodSpec spec) {
    ContainerDefaults.apply(container);
    if (Boolean.TRUE.equals(spec.getHostNetwork())) {
      container.getPorts().forEach(PodDefaults::takeHostPort);
    }
  }

  /** On the host's network a container port is a port of the host. */
  private static void takeHostPort(ContainerPort port) {
    if (port.getHostPort() == null || port.getHostPort() == 0) {
      port.setHostPort(port.getContainerPort());
    }
  }
}
