package dev.jubelet.volume.migrate;

import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VsphereVirtualDiskVolumeSource;
import java.util.Map;
import java.util.Optional;

/** Virtual disks of vSphere. Pure. */
final class VsphereDisks implements InTreeTranslator {
  private static final String DRIVER = "csi.vsphere.vmware.com";

  @Override
  public Optional<CSIPersistentVolumeSource> source(PersistentVolume volume) {
    return Optional.ofNullable(volume.getSpec().getVsphereVolume()).map(VsphereDisks::source);
  }

  @Override
  public Optional<PersistentVolume> volume(Pod pod, Volume volume) {
    return Optional.ofNullable(volume.getVsphereVolume())
        .map(
            disk ->
                CsiSources.volume(
                    DRIVER + "-" + disk.getVolumePath(), CsiSources.WRITES_ONCE, source(disk)));
  }

  private static CSIPersistentVolumeSource source(VsphereVirtualDiskVolumeSource disk) {
    String policy = disk.getStoragePolicyName();
    return CsiSources.of(
        DRIVER,
        disk.getVolumePath(),
        disk.getFsType(),
        null,
        policy == null || policy.isEmpty() ? Map.of() : Map.of("storagepolicyname", policy));
  }
}
