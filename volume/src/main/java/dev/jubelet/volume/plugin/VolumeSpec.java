package dev.jubelet.volume.plugin;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.List;
import java.util.Optional;

/**
 * A volume of a pod with its source: in the pod itself, or in the persistent volume that the pod's
 * claim is bound to.
 *
 * @param volume as the pod has it
 * @param bound of a claim: what it is bound to
 * @param migrated whether it is an in-tree volume, translated into one of a CSI driver
 * @param label the SELinux label that all in it is to have by its mount
 */
public record VolumeSpec(
    Volume volume, Optional<Bound> bound, boolean migrated, Optional<String> label) {
  public record Bound(PersistentVolume volume, PersistentVolumeClaim claim) {}

  public VolumeSpec(Volume volume, Optional<Bound> bound) {
    this(volume, bound, false);
  }

  public VolumeSpec(Volume volume, Optional<Bound> bound, boolean migrated) {
    this(volume, bound, migrated, Optional.empty());
  }

  /** The same volume, mounted with a SELinux label for all that is in it. */
  public VolumeSpec mountedWith(String newLabel) {
    return new VolumeSpec(volume, bound, migrated, Optional.of(newLabel));
  }

  public static VolumeSpec inline(Volume volume) {
    return new VolumeSpec(volume, Optional.empty());
  }

  /** The name of its directory: that of the persistent volume, or the one the pod gives it. */
  public String name() {
    return bound.map(b -> b.volume().getMetadata().getName()).orElseGet(volume::getName);
  }

  public boolean isBlock() {
    return bound.filter(b -> "Block".equals(b.volume().getSpec().getVolumeMode())).isPresent();
  }

  /** Whether only one pod may have it at a time. */
  public boolean isForOnePod() {
    return bound
        .filter(b -> List.of("ReadWriteOncePod").equals(b.volume().getSpec().getAccessModes()))
        .isPresent();
  }

  /** Whether the pod's claim source asks for a volume that cannot be written. */
  public boolean claimReadOnly() {
    return volume.getPersistentVolumeClaim() != null
        && Boolean.TRUE.equals(volume.getPersistentVolumeClaim().getReadOnly());
  }
}
