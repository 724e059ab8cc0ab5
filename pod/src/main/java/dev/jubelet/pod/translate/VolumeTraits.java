package dev.jubelet.pod.translate;

import static dev.jubelet.pod.translate.spec.SpecValues.isTrue;

import io.fabric8.kubernetes.api.model.Volume;

/** What the kind of a volume means for its mounts. Thread: any. */
final class VolumeTraits {

  /** The agent writes these itself; containers may only read them. */
  static boolean readOnly(Volume volume) {
    return agentWritten(volume)
        || (volume.getPersistentVolumeClaim() != null
            && isTrue(volume.getPersistentVolumeClaim().getReadOnly()))
        || (volume.getCsi() != null && isTrue(volume.getCsi().getReadOnly()))
        || (volume.getNfs() != null && isTrue(volume.getNfs().getReadOnly()))
        || (volume.getIscsi() != null && isTrue(volume.getIscsi().getReadOnly()));
  }

  /** The agent made the directory, so its label may be changed to fit the container. */
  static boolean relabelled(Volume volume) {
    return agentWritten(volume) || volume.getEmptyDir() != null;
  }

  private static boolean agentWritten(Volume volume) {
    return volume.getConfigMap() != null
        || volume.getSecret() != null
        || volume.getDownwardAPI() != null
        || volume.getProjected() != null;
  }

  private VolumeTraits() {}
}
