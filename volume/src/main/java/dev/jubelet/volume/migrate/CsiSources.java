package dev.jubelet.volume.migrate;

import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSourceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What all translations have in common. Pure. */
final class CsiSources {
  static final String WRITES_ONCE = "ReadWriteOnce";
  static final String READS = "ReadOnlyMany";
  static final String WRITES = "ReadWriteMany";

  private CsiSources() {}

  static CSIPersistentVolumeSource of(
      String driver,
      String handle,
      @Nullable String fsType,
      @Nullable Boolean readOnly,
      Map<String, String> attributes) {
    return new CSIPersistentVolumeSourceBuilder()
        .withDriver(driver)
        .withVolumeHandle(handle)
        .withFsType(fsType)
        .withReadOnly(readOnly)
        .withVolumeAttributes(attributes)
        .build();
  }

  /** Its name is unique for the disk. */
  static PersistentVolume volume(String name, String mode, CSIPersistentVolumeSource csi) {
    return new PersistentVolumeBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withAccessModes(mode)
        .withCsi(csi)
        .endSpec()
        .build();
  }
}
