package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SeccompProfile;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Sysctl;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The API's rules for security contexts. Pure. */
final class SecurityRules {
  private static final List<String> PROFILE_TYPES =
      List.of("Localhost", "RuntimeDefault", "Unconfined");
  private static final long MAX_ID = Integer.MAX_VALUE;

  private SecurityRules() {}

  static void checkPod(PodSpec spec, String path, Problems problems) {
    if (Boolean.TRUE.equals(spec.getHostPID())
        && Boolean.TRUE.equals(spec.getShareProcessNamespace())) {
      problems.invalid(
          path + ".shareProcessNamespace", true, "hostPID and it cannot both be enabled");
    }
    PodSecurityContext context = spec.getSecurityContext();
    if (context == null) {
      return;
    }
    String at = path + ".securityContext";
    id(context.getRunAsUser(), at + ".runAsUser", problems);
    id(context.getRunAsGroup(), at + ".runAsGroup", problems);
    id(context.getFsGroup(), at + ".fsGroup", problems);
    for (Long group : context.getSupplementalGroups()) {
      id(group, at + ".supplementalGroups", problems);
    }
    problems.oneOf(
        at + ".fsGroupChangePolicy",
        context.getFsGroupChangePolicy(),
        List.of("OnRootMismatch", "Always"));
    seccomp(context.getSeccompProfile(), at, problems);
    sysctls(spec, context.getSysctls(), at + ".sysctls", problems);
  }

  static void checkContainer(
      @Nullable SecurityContext context, String container, Problems problems) {
    if (context == null) {
      return;
    }
    String at = container + ".securityContext";
    id(context.getRunAsUser(), at + ".runAsUser", problems);
    id(context.getRunAsGroup(), at + ".runAsGroup", problems);
    problems.oneOf(at + ".procMount", context.getProcMount(), List.of("Default", "Unmasked"));
    seccomp(context.getSeccompProfile(), at, problems);
    if (Boolean.TRUE.equals(context.getPrivileged())
        && Boolean.FALSE.equals(context.getAllowPrivilegeEscalation())) {
      problems.invalid(
          at + ".allowPrivilegeEscalation", false, "cannot be false when privileged is true");
    }
  }

  private static void id(@Nullable Long id, String at, Problems problems) {
    if (id != null && (id < 0 || id > MAX_ID)) {
      problems.invalid(at, id, "must be between 0 and " + MAX_ID);
    }
  }

  private static void seccomp(@Nullable SeccompProfile profile, String at, Problems problems) {
    if (profile == null) {
      return;
    }
    String path = at + ".seccompProfile";
    if (profile.getType() == null) {
      problems.required(path + ".type", "one of " + String.join(", ", PROFILE_TYPES));
    }
    problems.oneOf(path + ".type", profile.getType(), PROFILE_TYPES);
    boolean local = "Localhost".equals(profile.getType());
    if (local && MetaRules.isEmpty(profile.getLocalhostProfile())) {
      problems.required(path + ".localhostProfile", "needed when type is Localhost");
    }
    if (!local && profile.getLocalhostProfile() != null) {
      problems.forbidden(path + ".localhostProfile", "only when type is Localhost");
    }
    MountRules.descending(profile.getLocalhostProfile(), path + ".localhostProfile", problems);
  }

  private static void sysctls(PodSpec spec, List<Sysctl> sysctls, String path, Problems problems) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < sysctls.size(); i++) {
      String name = sysctls.get(i).getName();
      String at = path + "[" + i + "].name";
      if (MetaRules.isEmpty(name)) {
        problems.required(at, "a sysctl needs a name");
      } else if (!Formats.isSysctlName(name)) {
        problems.invalid(at, name, Formats.SYSCTL_NAME);
      } else if (!names.add(name.replace('/', '.'))) {
        problems.duplicate(at, name);
      } else {
        namespaced(spec, name.replace('/', '.'), at, problems);
      }
    }
  }

  /** A sysctl of a namespace that the pod shares with the host would change the host. */
  private static void namespaced(PodSpec spec, String name, String at, Problems problems) {
    if (name.startsWith("net.") && Boolean.TRUE.equals(spec.getHostNetwork())) {
      problems.invalid(at, name, "may not be set on the host's network");
    }
    boolean ipc =
        name.startsWith("kernel.shm")
            || name.startsWith("kernel.msg")
            || name.equals("kernel.sem")
            || name.startsWith("fs.mqueue.");
    if (ipc && Boolean.TRUE.equals(spec.getHostIPC())) {
      problems.invalid(at, name, "may not be set in the host's IPC namespace");
    }
  }
}
