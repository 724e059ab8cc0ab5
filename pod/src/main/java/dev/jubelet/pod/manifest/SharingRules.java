package dev.jubelet.pod.manifest;

import dev.jubelet.pod.spec.StopSignals;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The API's rules for fields of a pod that exclude or need one another: users of its own against
 * namespaces of the host, a name of its own against the host's network, stop signals and the
 * operating system that knows them. Pure.
 */
final class SharingRules {
  private static final int LONGEST_HOSTNAME = 64;

  private SharingRules() {}

  static void check(PodSpec spec, String path, Problems problems) {
    hostnameOverride(spec, path, problems);
    ResourceRules.each(spec.getOverhead(), path + ".overhead", problems);
    boolean ownUsers = Boolean.FALSE.equals(spec.getHostUsers());
    if (ownUsers) {
      notOfTheHost(spec.getHostNetwork(), path + ".hostNetwork", problems);
      notOfTheHost(spec.getHostPID(), path + ".hostPID", problems);
      notOfTheHost(spec.getHostIPC(), path + ".hostIPC", problems);
    }
    containers(spec.getInitContainers(), path + ".initContainers", spec, problems);
    containers(spec.getContainers(), path + ".containers", spec, problems);
  }

  private static void hostnameOverride(PodSpec spec, String path, Problems problems) {
    String override = spec.getHostnameOverride();
    if (override == null) {
      return;
    }
    String at = path + ".hostnameOverride";
    if (!Formats.isDnsSubdomain(override)) {
      problems.invalid(at, override, Formats.DNS_SUBDOMAIN);
    } else if (override.length() > LONGEST_HOSTNAME) {
      problems.invalid(at, override, "must be at most " + LONGEST_HOSTNAME + " characters");
    }
    if (Boolean.TRUE.equals(spec.getHostNetwork())) {
      problems.forbidden(at, "may not be set when hostNetwork is true");
    }
    if (Boolean.TRUE.equals(spec.getSetHostnameAsFQDN())) {
      problems.forbidden(at, "may not be set when setHostnameAsFQDN is true");
    }
  }

  private static void notOfTheHost(@Nullable Boolean shared, String at, Problems problems) {
    if (Boolean.TRUE.equals(shared)) {
      problems.forbidden(at, "when `hostUsers` is false");
    }
  }

  private static void containers(
      List<Container> containers, String path, PodSpec spec, Problems problems) {
    for (int i = 0; i < containers.size(); i++) {
      Container container = containers.get(i);
      String at = path + "[" + i + "]";
      stopSignal(container, at + ".lifecycle.stopSignal", spec, problems);
      users(container, at, Boolean.FALSE.equals(spec.getHostUsers()), problems);
    }
  }

  private static void stopSignal(Container container, String at, PodSpec spec, Problems problems) {
    if (container.getLifecycle() == null || container.getLifecycle().getStopSignal() == null) {
      return;
    }
    if (spec.getOs() == null) {
      problems.forbidden(at, "may not be set for containers with empty `spec.os.name`");
    }
    problems.oneOf(at, container.getLifecycle().getStopSignal(), StopSignals.names());
  }

  private static void users(Container container, String at, boolean own, Problems problems) {
    if (own && !container.getVolumeDevices().isEmpty()) {
      problems.forbidden(at + ".volumeDevices", "when `hostUsers` is false");
    }
    boolean unmasked =
        container.getSecurityContext() != null
            && "Unmasked".equals(container.getSecurityContext().getProcMount());
    if (unmasked && !own) {
      problems.invalid(
          at + ".securityContext.procMount",
          "Unmasked",
          "`hostUsers` must be false to use `Unmasked`");
    }
  }
}
