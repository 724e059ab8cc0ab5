package dev.jubelet.volume.flex;

import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.FlexPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.FlexVolumeSource;
import io.fabric8.kubernetes.api.model.SecretReference;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a volume asks of a driver, be it in the pod or in a persistent volume.
 *
 * @param secretNamespace empty for that of the pod
 */
record FlexSource(
    String driver,
    String fsType,
    boolean readOnly,
    Map<String, String> options,
    Optional<String> secret,
    String secretNamespace) {

  static Optional<FlexSource> of(VolumeSpec volume) {
    FlexVolumeSource inline = volume.volume().getFlexVolume();
    if (inline != null) {
      String secret = inline.getSecretRef() == null ? null : inline.getSecretRef().getName();
      return Optional.of(
          new FlexSource(
              text(inline.getDriver()),
              text(inline.getFsType()),
              Boolean.TRUE.equals(inline.getReadOnly()),
              orEmpty(inline.getOptions()),
              Optional.ofNullable(secret),
              ""));
    }
    return volume
        .bound()
        .map(bound -> bound.volume().getSpec().getFlexVolume())
        .map(persistent -> of(persistent, volume));
  }

  private static FlexSource of(FlexPersistentVolumeSource source, VolumeSpec volume) {
    SecretReference secret = source.getSecretRef();
    return new FlexSource(
        text(source.getDriver()),
        text(source.getFsType()),
        Boolean.TRUE.equals(source.getReadOnly()) || volume.claimReadOnly(),
        orEmpty(source.getOptions()),
        Optional.ofNullable(secret).map(SecretReference::getName),
        secret == null ? "" : text(secret.getNamespace()));
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  private static Map<String, String> orEmpty(@Nullable Map<String, String> options) {
    return options == null ? Map.of() : options;
  }
}
