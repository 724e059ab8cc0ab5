package dev.jubelet.volume.plugin;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.List;

/** Finds what the claims of pods are bound to. May block. */
@FunctionalInterface
public interface Claims {
  /** Of a node without an API server: there are none. */
  Claims NONE =
      (pod, volume) -> {
        throw new VolumeException(
            "volume \""
                + volume.getName()
                + "\" is a claim, and this node has no API server to ask for it");
      };

  /**
   * The persistent volume of a volume that {@link #isClaim is a claim}. Throws {@link
   * VolumeException} when the pod may not have it, or not yet.
   */
  VolumeSpec.Bound resolve(Pod pod, Volume volume);

  /** The groups that processes of a pod need for the volumes that were resolved for it. */
  default List<Long> groups(PodUid pod) {
    return List.of();
  }

  /** Whether the pod names a claim, or has one made for itself. */
  static boolean isClaim(Volume volume) {
    return volume.getPersistentVolumeClaim() != null || volume.getEphemeral() != null;
  }
}
