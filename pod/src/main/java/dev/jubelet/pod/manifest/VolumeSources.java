package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.Volume;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What a volume is made from; the API has a field for each kind and allows one of them. */
final class VolumeSources {
  private VolumeSources() {}

  /** The sources that are set. */
  static List<Object> of(Volume v) {
    return Stream.<Object>of(
            v.getEmptyDir(),
            v.getHostPath(),
            v.getConfigMap(),
            v.getSecret(),
            v.getDownwardAPI(),
            v.getProjected(),
            v.getPersistentVolumeClaim(),
            v.getEphemeral(),
            v.getCsi(),
            v.getImage(),
            v.getNfs(),
            v.getIscsi(),
            v.getFc(),
            v.getFlexVolume(),
            v.getAwsElasticBlockStore(),
            v.getAzureDisk(),
            v.getAzureFile(),
            v.getCephfs(),
            v.getCinder(),
            v.getFlocker(),
            v.getGcePersistentDisk(),
            v.getGitRepo(),
            v.getGlusterfs(),
            v.getPhotonPersistentDisk(),
            v.getPortworxVolume(),
            v.getQuobyte(),
            v.getRbd(),
            v.getScaleIO(),
            v.getStorageos(),
            v.getVsphereVolume())
        .filter(Objects::nonNull)
        .toList();
  }
}
