package dev.jubelet.pod.translate;

import static dev.jubelet.pod.translate.spec.SpecValues.isTrue;

import io.fabric8.kubernetes.api.model.Volume;

/** What the kind of a volume means for its mounts. Thread: any. */
final class VolumeTraits {

  /** What the agent writes itself, images, and what the spec says: containers may only read it. */
  static boolean readOnly(Volume volume) {
    return agentWritten(volume)
        || volume.getImage() != null
        || (volume.getPersistentVolumeClaim() != null
            && isTrue(volume.getPersistentVolumeClaim().getReadOnly()))
        || (volume.getCsi() != null && isTrue(volume.getCsi().getReadOnly()))
        || (volume.getNfs() != null && isTrue(volume.getNfs().getReadOnly()))
        || (volume.getIscsi() != null && isTrue(volume.getIscsi().getReadOnly()))
        || (volume.getFc() != null && isTrue(volume.getFc().getReadOnly()))
        || (volume.getFlexVolume() != null && isTrue(volume.getFlexVolume().getReadOnly()));
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
