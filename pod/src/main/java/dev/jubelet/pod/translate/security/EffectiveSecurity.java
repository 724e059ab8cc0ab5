package dev.jubelet.pod.translate.security;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.SELinuxOptions;
import io.fabric8.kubernetes.api.model.SecurityContext;
import org.jspecify.annotations.Nullable;

/**
 * The two security contexts that hold for a container, neither of them null, and the fields that
 * the pod's gives where the container's says nothing. Thread: any.
 */
record EffectiveSecurity(PodSecurityContext ofPod, SecurityContext ofContainer) {

  static EffectiveSecurity of(Pod pod, Container container) {
    SecurityContext own = container.getSecurityContext();
    return new EffectiveSecurity(podContext(pod), own == null ? new SecurityContext() : own);
  }

  /** The pod's context; the API server fills in an empty one when there is none. */
  static PodSecurityContext podContext(Pod pod) {
    PodSecurityContext context = pod.getSpec().getSecurityContext();
    return context == null ? new PodSecurityContext() : context;
  }

  @Nullable Long runAsUser() {
    return first(ofContainer.getRunAsUser(), ofPod.getRunAsUser());
  }

  @Nullable Long runAsGroup() {
    return first(ofContainer.getRunAsGroup(), ofPod.getRunAsGroup());
  }

  @Nullable Boolean runAsNonRoot() {
    return first(ofContainer.getRunAsNonRoot(), ofPod.getRunAsNonRoot());
  }

  @Nullable SELinuxOptions selinux() {
    return first(ofContainer.getSeLinuxOptions(), ofPod.getSeLinuxOptions());
  }

  private static <T> @Nullable T first(@Nullable T own, @Nullable T fromPod) {
    return own == null ? fromPod : own;
  }
}
