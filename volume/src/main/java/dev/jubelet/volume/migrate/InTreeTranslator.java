package dev.jubelet.volume.migrate;

import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.List;
import java.util.Optional;

/** Translates one type of in-tree volume. Pure. */
interface InTreeTranslator {
  /** Empty for a volume of another type. */
  Optional<CSIPersistentVolumeSource> source(PersistentVolume volume);

  /** The persistent volume that would be the same as this in the pod; empty for other types. */
  Optional<PersistentVolume> volume(Pod pod, Volume volume);

  /** The modes of a persistent volume that the driver understands. */
  default List<String> accessModes(List<String> modes) {
    return modes;
  }
}
