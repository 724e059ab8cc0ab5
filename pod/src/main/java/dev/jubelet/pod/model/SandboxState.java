package dev.jubelet.pod.model;

import io.fabric8.kubernetes.api.model.Pod;

/** Whether the containers of a pod can run in the sandbox that it has, and if not, why not. */
public enum SandboxState {
  USABLE,
  MISSING,
  SEVERAL_READY,
  NOT_READY,
  NETWORK_CHANGED,
  WITHOUT_IP;

  public boolean usable() {
    return this == USABLE;
  }

  public static SandboxState of(Pod pod, ObservedPod observed) {
    return observed.newestSandbox().map(s -> of(pod, observed, s)).orElse(MISSING);
  }

  private static SandboxState of(Pod pod, ObservedPod observed, ObservedSandbox newest) {
    boolean hostNetwork = Boolean.TRUE.equals(pod.getSpec().getHostNetwork());
    if (observed.sandboxes().stream().filter(ObservedSandbox::ready).count() > 1) {
      return SEVERAL_READY;
    }
    if (!newest.ready()) {
      return NOT_READY;
    }
    if (newest.hostNetwork() != hostNetwork) {
      return NETWORK_CHANGED;
    }
    return !hostNetwork && newest.ips().isEmpty() ? WITHOUT_IP : USABLE;
  }
}
