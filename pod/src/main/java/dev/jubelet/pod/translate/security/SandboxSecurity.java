package dev.jubelet.pod.translate.security;

import static dev.jubelet.pod.translate.spec.SpecValues.isTrue;
import static dev.jubelet.pod.translate.spec.SpecValues.list;

import dev.jubelet.api.cri.Int64Value;
import dev.jubelet.api.cri.LinuxSandboxSecurityContext;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SecurityContext;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The security context of a pod's sandbox. The sandbox always runs under the runtime's own seccomp
 * profile, so that a tight profile of the pod cannot keep it from starting. Thread: any.
 */
public final class SandboxSecurity {
  private final IsolationSettings settings;

  public SandboxSecurity(IsolationSettings settings) {
    this.settings = settings;
  }

  public LinuxSandboxSecurityContext of(Pod pod) {
    PodSecurityContext context = EffectiveSecurity.podContext(pod);
    LinuxSandboxSecurityContext.Builder out =
        LinuxSandboxSecurityContext.newBuilder()
            .setPrivileged(anyPrivileged(pod.getSpec()))
            .setSeccomp(SeccompRules.runtimeDefault())
            .setNamespaceOptions(NamespaceRules.forPod(pod, settings.userNamespace().apply(pod)))
            .addAllSupplementalGroups(
                GroupRules.ofSandbox(context, settings.volumeGroups().apply(pod)))
            .setSupplementalGroupsPolicy(GroupRules.policy(context));
    if (context.getRunAsUser() != null) {
      out.setRunAsUser(Int64Value.newBuilder().setValue(context.getRunAsUser()));
    }
    if (context.getRunAsGroup() != null) {
      out.setRunAsGroup(Int64Value.newBuilder().setValue(context.getRunAsGroup()));
    }
    if (context.getSeLinuxOptions() != null) {
      out.setSelinuxOptions(SelinuxRules.label(context.getSeLinuxOptions()));
    }
    return out.build();
  }

  private static boolean anyPrivileged(PodSpec spec) {
    return Stream.concat(
                list(spec.getInitContainers()).stream(), list(spec.getContainers()).stream())
            .map(Container::getSecurityContext)
            .anyMatch(SandboxSecurity::privileged)
        || list(spec.getEphemeralContainers()).stream()
            .map(EphemeralContainer::getSecurityContext)
            .anyMatch(SandboxSecurity::privileged);
  }

  private static boolean privileged(@Nullable SecurityContext context) {
    return context != null && isTrue(context.getPrivileged());
  }
}
