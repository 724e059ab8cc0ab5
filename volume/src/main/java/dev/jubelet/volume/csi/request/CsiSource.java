package dev.jubelet.volume.csi.request;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.meter.PluginLabel;
import dev.jubelet.volume.plugin.Claims;
import dev.jubelet.volume.plugin.VolumeMountOptions;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.CSIVolumeSource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecretReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a pod's volume asks of its driver.
 *
 * @param specName the name of its directory
 * @param readOnly whether the pod asks for that; what the persistent volume says of it is for those
 *     who attach it
 * @param accessModes of a persistent volume
 * @param migrated whether it is an in-tree volume, translated into one of the driver
 * @param selinuxLabel that all in it is to have by its mount
 */
public record CsiSource(
    VolumeId id,
    String specName,
    boolean isPersistent,
    boolean isBlock,
    boolean readOnly,
    String fsType,
    Map<String, String> attributes,
    List<String> accessModes,
    List<String> mountOptions,
    Optional<SecretName> stageSecret,
    Optional<SecretName> publishSecret,
    Optional<SecretName> expandSecret,
    boolean migrated,
    Optional<String> selinuxLabel) {
  public record SecretName(String namespace, String name) {}

  public CsiSource {
    if (id.driver().isEmpty()) {
      throw new VolumeException("volume \"" + specName + "\" names no CSI driver");
    }
  }

  /** For metrics. */
  public PluginLabel label() {
    return new PluginLabel(VolumeId.metricName(id.driver()), migrated);
  }

  public static boolean isIn(VolumeSpec volume) {
    return volume
        .bound()
        .map(bound -> bound.volume().getSpec().getCsi() != null)
        .orElseGet(() -> volume.volume().getCsi() != null);
  }

  public static CsiSource of(Pod pod, VolumeSpec volume) {
    return volume
        .bound()
        .map(bound -> persistent(volume, bound.volume()))
        .orElseGet(() -> ephemeral(pod, volume));
  }

  private static CsiSource persistent(VolumeSpec volume, PersistentVolume from) {
    CSIPersistentVolumeSource csi = from.getSpec().getCsi();
    return new CsiSource(
        new VolumeId(orEmpty(csi.getDriver()), orEmpty(csi.getVolumeHandle())),
        volume.name(),
        true,
        volume.isBlock(),
        volume.claimReadOnly() || (isInThePod(volume) && Boolean.TRUE.equals(csi.getReadOnly())),
        orEmpty(csi.getFsType()),
        csi.getVolumeAttributes() == null ? Map.of() : Map.copyOf(csi.getVolumeAttributes()),
        Containers.orEmpty(from.getSpec().getAccessModes()),
        mountOptions(from, volume.label()),
        name(csi.getNodeStageSecretRef()),
        name(csi.getNodePublishSecretRef()),
        name(csi.getNodeExpandSecretRef()),
        volume.migrated(),
        volume.label());
  }

  /** A migrated one, which only looks like a persistent one. */
  private static boolean isInThePod(VolumeSpec volume) {
    return !Claims.isClaim(volume.volume());
  }

  private static CsiSource ephemeral(Pod pod, VolumeSpec volume) {
    CSIVolumeSource csi = volume.volume().getCsi();
    String handle = "csi-" + Sha256.hex(PodUid.of(pod).value() + volume.name());
    return new CsiSource(
        new VolumeId(orEmpty(csi.getDriver()), handle),
        volume.name(),
        false,
        false,
        Boolean.TRUE.equals(csi.getReadOnly()),
        orEmpty(csi.getFsType()),
        csi.getVolumeAttributes() == null ? Map.of() : Map.copyOf(csi.getVolumeAttributes()),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.ofNullable(csi.getNodePublishSecretRef())
            .map(secret -> new SecretName(pod.getMetadata().getNamespace(), secret.getName())),
        Optional.empty(),
        false,
        Optional.empty());
  }

  /** As they are listed: only the driver knows what they mean together. The label is last. */
  private static List<String> mountOptions(PersistentVolume volume, Optional<String> label) {
    List<String> all = new ArrayList<>(Containers.orEmpty(volume.getSpec().getMountOptions()));
    label.map(VolumeMountOptions::context).ifPresent(all::add);
    return List.copyOf(all);
  }

  private static Optional<SecretName> name(@Nullable SecretReference secret) {
    return Optional.ofNullable(secret).map(s -> new SecretName(s.getNamespace(), s.getName()));
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
