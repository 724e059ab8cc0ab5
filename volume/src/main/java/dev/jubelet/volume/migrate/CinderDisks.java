package dev.jubelet.volume.migrate;

import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.Map;
import java.util.Optional;

/** Disks of OpenStack's Cinder. Pure. */
final class CinderDisks implements InTreeTranslator {
  private static final String DRIVER = "cinder.csi.openstack.org";

  @Override
  public Optional<CSIPersistentVolumeSource> source(PersistentVolume volume) {
    return Optional.ofNullable(volume.getSpec().getCinder())
        .map(
            disk ->
                CsiSources.of(
                    DRIVER, disk.getVolumeID(), disk.getFsType(), disk.getReadOnly(), Map.of()));
  }

  @Override
  public Optional<PersistentVolume> volume(Pod pod, Volume volume) {
    return Optional.ofNullable(volume.getCinder())
        .map(
            disk ->
                CsiSources.volume(
                    DRIVER + "-" + disk.getVolumeID(),
                    CsiSources.WRITES_ONCE,
                    CsiSources.of(
                        DRIVER,
                        disk.getVolumeID(),
                        disk.getFsType(),
                        disk.getReadOnly(),
                        Map.of())));
  }
}
