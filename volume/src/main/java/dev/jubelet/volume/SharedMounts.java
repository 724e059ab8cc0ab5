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

  static boolean isWanted(Pod pod, String volume) {
    return ContainerSpec.all(pod).stream()
        .flatMap(spec -> Containers.orEmpty(spec.container().getVolumeMounts()).stream())
        .filter(mount -> mount.getName().equals(volume))
        .anyMatch(SharedMounts::spreads);
  }

  private static boolean spreads(VolumeMount mount) {
    String mode = mount.getMountPropagation();
    return mode != null && !mode.isEmpty() && !mode.equals("None");
  }

  /** May be called again: what is on a shared mount already stays as it is. */
  void share(Path volume) throws IOException {
    Path point = volume.toRealPath();
    MountTable table = mounts.table();
    if (table.holding(point).filter(MountTable.Mount::shared).isPresent()) {
      return;
    }
    if (!table.has(point)) {
      try (Descriptor itself = Descriptor.open(point)) {
        mounts.bind(itself, point);
      }
    }
    mounts.share(point);
  }
}
