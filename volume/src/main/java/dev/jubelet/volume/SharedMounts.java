package dev.jubelet.volume;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.spec.Containers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Volumes in which a mount made by one container is to be seen by others. The kernel spreads mounts
 * only between copies of a shared mount, and the root of the machine need not be one, so such a
 * volume becomes a shared mount of its own.
 *
 * <p>Thread: the pod's.
 */
final class SharedMounts {
  private final Mounts mounts;

  SharedMounts(Mounts mounts) {
    this.mounts = mounts;
  }

  static boolean isNeeded(Pod pod, String volume) {
    return ContainerSpec.all(pod).stream()
        .flatMap(spec -> Containers.orEmpty(spec.container().getVolumeMounts()).stream())
        .filter(mount -> mount.getName().equals(volume))
        .anyMatch(SharedMounts::propagates);
  }

  private static boolean propagates(VolumeMount mount) {
    String mode = mount.getMountPropagation();
    return mode != null && !mode.isEmpty() && !mode.equals("None");
  }

  /** Returns whether anything was done: what is on a shared mount already stays as it is. */
  boolean share(Path directory) throws IOException {
    Path point = directory.toRealPath();
    MountTable table = mounts.table();
    if (isShared(table, point)) {
      return false;
    }
    if (!table.has(point)) {
      try (Descriptor itself = Descriptor.open(point)) {
        mounts.bind(itself, point);
      }
    }
    mounts.share(point);
    return true;
  }

  static boolean isShared(MountTable table, Path point) {
    return table.holding(point).filter(MountTable.Mount::shared).isPresent();
  }
}
