package dev.jubelet.volume.migrate;

import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.AzureDiskVolumeSource;
import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Managed disks of Azure. Pure. */
final class AzureDisks implements InTreeTranslator {
  private static final String DRIVER = "disk.csi.azure.com";
  private static final String MANAGED = "Managed";

  @Override
  public Optional<CSIPersistentVolumeSource> source(PersistentVolume volume) {
    return Optional.ofNullable(volume.getSpec().getAzureDisk()).map(AzureDisks::source);
  }

  @Override
  public Optional<PersistentVolume> volume(Pod pod, Volume volume) {
    return Optional.ofNullable(volume.getAzureDisk())
        .map(disk -> CsiSources.volume(disk.getDiskURI(), CsiSources.WRITES_ONCE, source(disk)));
  }

  private static CSIPersistentVolumeSource source(AzureDiskVolumeSource disk) {
    String kind = disk.getKind();
    if (kind != null && !kind.equalsIgnoreCase(MANAGED)) {
      throw new VolumeException("kind(" + kind + ") is not supported in csi migration");
    }
    Map<String, String> attributes = new HashMap<>(Map.of("kind", MANAGED));
    if (disk.getCachingMode() != null && !disk.getCachingMode().isEmpty()) {
      attributes.put("cachingmode", disk.getCachingMode());
    }
    if (disk.getFsType() != null) {
      attributes.put("fstype", disk.getFsType());
    }
    return CsiSources.of(
        DRIVER, disk.getDiskURI(), disk.getFsType(), disk.getReadOnly(), attributes);
  }
}
