package dev.jubelet.probe;

import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** The newest knowledge of a pod that its probes need; {@code ip} is empty until it has one. */
record ProbeTarget(Pod pod, String ip) {

  static ProbeTarget of(Pod pod, ObservedPod observed, String hostIp) {
    boolean onHost = Boolean.TRUE.equals(pod.getSpec().getHostNetwork());
    List<String> ips = observed.newestSandbox().map(ObservedSandbox::ips).orElse(List.of());
    String own = ips.isEmpty() ? "" : ips.getFirst();
    return new ProbeTarget(pod, onHost ? hostIp : own);
  }
}
