package dev.jubelet.pod.status;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ObservedSandbox;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the volumes of a container are mounted. What a volume itself reported is kept from the status
 * before. Pure.
 */
final class MountStatusRules {

  private MountStatusRules() {}

  static List<VolumeMountStatus> of(
      StatusInput in, ContainerSpec spec, @Nullable ContainerStatus old) {
    return spec.container().getVolumeMounts().stream().map(m -> of(in, m, old)).toList();
  }

  private static VolumeMountStatus of(
      StatusInput in, VolumeMount mount, @Nullable ContainerStatus old) {
    VolumeMountStatus status = new VolumeMountStatus();
    status.setName(mount.getName());
    status.setMountPath(mount.getMountPath());
    if (Boolean.TRUE.equals(mount.getReadOnly())) {
      status.setReadOnly(true);
      status.setRecursiveReadOnly(isRecursive(in, mount) ? "Enabled" : "Disabled");
    }
    if (old != null) {
      old.getVolumeMounts().stream()
          .filter(m -> m.getMountPath().equals(mount.getMountPath()))
          .findFirst()
          .ifPresent(m -> status.setVolumeStatus(m.getVolumeStatus()));
    }
    return status;
  }

  private static boolean isRecursive(StatusInput in, VolumeMount mount) {
    return switch (mount.getRecursiveReadOnly()) {
      case "Enabled" -> true;
      case "IfPossible" -> in.node().recursiveReadOnlyHandlers().contains(handler(in));
      case null, default -> false;
    };
  }

  private static String handler(StatusInput in) {
    return in.observed().newestSandbox().map(ObservedSandbox::runtimeHandler).orElse("");
  }
}
