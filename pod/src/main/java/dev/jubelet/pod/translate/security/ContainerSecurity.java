package dev.jubelet.pod.translate.security;

import static dev.jubelet.pod.translate.spec.SpecValues.isTrue;
import static dev.jubelet.pod.translate.spec.SpecValues.list;

import dev.jubelet.api.cri.Capability;
import dev.jubelet.api.cri.Int64Value;
import dev.jubelet.api.cri.LinuxContainerSecurityContext;
import dev.jubelet.pod.model.ImageOutcome;
import io.fabric8.kubernetes.api.model.Capabilities;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SELinuxOptions;
import io.fabric8.kubernetes.api.model.SecurityContext;
import org.jspecify.annotations.Nullable;

/** The security context of one container. Thread: any. */
public final class ContainerSecurity {
  private final SecuritySettings settings;

  public ContainerSecurity(SecuritySettings settings) {
    this.settings = settings;
  }

  /** {@code targetContainerId} is the container whose processes a debugging container joins. */
  public LinuxContainerSecurityContext of(
      Pod pod,
      Container container,
      ImageOutcome.Present image,
      @Nullable String targetContainerId) {
    EffectiveSecurity security = EffectiveSecurity.of(pod, container);
    LinuxContainerSecurityContext.Builder out = LinuxContainerSecurityContext.newBuilder();
    applyUser(security, ImageUser.of(image), out);
    applyGroups(pod, security, out);
    applyOwn(security.ofContainer(), out);
    SELinuxOptions selinux = security.selinux();
    if (selinux != null) {
      out.setSelinuxOptions(SelinuxRules.label(selinux));
    }
    AppArmorRules.apply(pod, container.getName(), security, out);
    return out.setSeccomp(SeccompRules.profile(security, settings))
        .setNamespaceOptions(
            NamespaceRules.joining(
                NamespaceRules.forPod(pod, settings.isolation().userNamespace().apply(pod)),
                targetContainerId))
        .addAllMaskedPaths(ProcPaths.masked(security, settings.thermalThrottlePaths()))
        .addAllReadonlyPaths(ProcPaths.readOnly(security))
        .build();
  }

  private static void applyUser(
      EffectiveSecurity security, ImageUser imageUser, LinuxContainerSecurityContext.Builder out) {
    Long user = security.runAsUser();
    if (user != null) {
      out.setRunAsUser(Int64Value.newBuilder().setValue(user));
    } else if (imageUser.uid().isPresent()) {
      out.setRunAsUser(Int64Value.newBuilder().setValue(imageUser.uid().getAsLong()));
    } else {
      out.setRunAsUsername(imageUser.name());
    }
    Long group = security.runAsGroup();
    if (group != null) {
      out.setRunAsGroup(Int64Value.newBuilder().setValue(group));
    }
  }

  private void applyGroups(
      Pod pod, EffectiveSecurity security, LinuxContainerSecurityContext.Builder out) {
    out.addAllSupplementalGroups(
            GroupRules.ofContainer(
                security.ofPod(), settings.isolation().volumeGroups().apply(pod)))
        .setSupplementalGroupsPolicy(GroupRules.policy(security.ofPod()));
  }

  private static void applyOwn(SecurityContext own, LinuxContainerSecurityContext.Builder out) {
    out.setPrivileged(isTrue(own.getPrivileged()))
        .setReadonlyRootfs(isTrue(own.getReadOnlyRootFilesystem()))
        .setNoNewPrivs(Boolean.FALSE.equals(own.getAllowPrivilegeEscalation()));
    Capabilities capabilities = own.getCapabilities();
    if (capabilities != null) {
      out.setCapabilities(
          Capability.newBuilder()
              .addAllAddCapabilities(list(capabilities.getAdd()))
              .addAllDropCapabilities(list(capabilities.getDrop())));
    }
  }
}
