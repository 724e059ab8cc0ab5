package dev.jubelet.volume.migrate;

import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSourceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PortworxVolumeSource;
import io.fabric8.kubernetes.api.model.SecretReference;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Volumes of Portworx; annotations may name a secret for all that is done to them. Pure. */
final class PortworxVolumes implements InTreeTranslator {
  private static final String DRIVER = "pxd.portworx.com";
  private static final String SECRET = "openstorage.io/auth-secret-name";
  private static final String SECRET_NAMESPACE = "openstorage.io/auth-secret-namespace";

  @Override
  public Optional<CSIPersistentVolumeSource> source(PersistentVolume volume) {
    return Optional.ofNullable(volume.getSpec().getPortworxVolume())
        .map(PortworxVolumes::source)
        .map(csi -> withSecret(csi, volume.getMetadata().getAnnotations()));
  }

  private static CSIPersistentVolumeSource withSecret(
      CSIPersistentVolumeSource csi, @Nullable Map<String, String> annotations) {
    if (annotations == null
        || !annotations.containsKey(SECRET)
        || !annotations.containsKey(SECRET_NAMESPACE)) {
      return csi;
    }
    SecretReference secret =
        new SecretReference(annotations.get(SECRET), annotations.get(SECRET_NAMESPACE));
    return new CSIPersistentVolumeSourceBuilder(csi)
        .withNodeStageSecretRef(secret)
        .withNodePublishSecretRef(secret)
        .withNodeExpandSecretRef(secret)
        .build();
  }

  @Override
  public Optional<PersistentVolume> volume(Pod pod, Volume volume) {
    return Optional.ofNullable(volume.getPortworxVolume())
        .map(
            source ->
                CsiSources.volume(
                    DRIVER + "-" + source.getVolumeID(),
                    Boolean.TRUE.equals(source.getReadOnly())
                        ? CsiSources.READS
                        : CsiSources.WRITES_ONCE,
                    source(source)));
  }

  /** That such a volume is only read is told by its mode. */
  private static CSIPersistentVolumeSource source(PortworxVolumeSource source) {
    return CsiSources.of(DRIVER, source.getVolumeID(), source.getFsType(), null, Map.of());
  }
}
