package dev.jubelet.volume.iscsi;

import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.device.AttachedDisks;
import dev.jubelet.volume.device.FormatAndMount;
import dev.jubelet.volume.device.ScsiDevices;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.ISCSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.ISCSIVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Volumes of iSCSI targets. Thread: those of this kind. */
public final class IscsiVolumes implements VolumePlugin {
  private final ObjectValues objects;
  private final IscsiDisks wire;
  private final AttachedDisks disks;

  public IscsiVolumes(
      Path root,
      Mounts mounts,
      FormatAndMount formats,
      ScsiDevices devices,
      ObjectValues objects,
      AttachableVolumes attach) {
    this.objects = objects;
    this.wire =
        new IscsiDisks(
            root.resolve("plugins/kubernetes.io/iscsi"),
            mounts,
            devices,
            new Sessions(devices.commands(), devices.sys()));
    this.disks =
        new AttachedDisks(
            root,
            new AttachedDisks.Kind("iscsi", 2),
            mounts,
            formats,
            devices.pins(),
            attach,
            wire);
  }

  @Override
  public String escapedName() {
    return "kubernetes.io~iscsi";
  }

  @Override
  public boolean handles(VolumeSpec volume) {
    return volume.volume().getIscsi() != null || persistent(volume).isPresent();
  }

  @Override
  public void reconstruct() throws IOException {
    disks.reconstruct();
  }

  @Override
  public String uniqueName(VolumeSpec volume) {
    return persistent(volume)
        .map(IscsiVolumes::name)
        .orElseGet(() -> name(volume.volume().getIscsi()));
  }

  @Override
  public Optional<String> uniqueName(PodUid pod, String name) throws IOException {
    return disks.name(pod, name);
  }

  @Override
  public void removeOrphans() throws IOException {
    disks.removeOrphans();
  }

  @Override
  public boolean supportsBlock() {
    return true;
  }

  @Override
  public boolean supportsSelinuxMount(VolumeSpec volume) {
    return true;
  }

  @Override
  public boolean supportsSelinuxRelabel(Pod pod, VolumeSpec volume) {
    Boolean readOnly =
        persistent(volume)
            .map(ISCSIPersistentVolumeSource::getReadOnly)
            .or(
                () ->
                    Optional.ofNullable(volume.volume().getIscsi())
                        .map(ISCSIVolumeSource::getReadOnly))
            .orElse(false);
    return !readOnly && !volume.claimReadOnly();
  }

  @Override
  public Optional<Path> globalMapPath(VolumeSpec volume) {
    return persistent(volume).map(source -> disks.globalMapPath(Target.of(volume, source).place()));
  }

  private static Optional<ISCSIPersistentVolumeSource> persistent(VolumeSpec volume) {
    return volume.bound().map(bound -> bound.volume().getSpec().getIscsi());
  }

  @Override
  public Path setUp(Pod pod, VolumeSpec volume) throws IOException {
    return disks.setUp(
        pod,
        volume,
        persistent(volume)
            .map(source -> wish(pod, volume, source))
            .orElseGet(() -> wish(pod, volume.volume().getIscsi(), volume)));
  }

  private AttachedDisks.Wish wish(Pod pod, ISCSIVolumeSource source, VolumeSpec volume) {
    Target target = Target.of(volume, source);
    String namespace = pod.getMetadata().getNamespace();
    String secret = source.getSecretRef() == null ? null : source.getSecretRef().getName();
    return new AttachedDisks.Wish(
        target.place(),
        name(source),
        orEmpty(source.getFsType()),
        Boolean.TRUE.equals(source.getReadOnly()),
        global ->
            wire.attach(
                target,
                chap(source.getChapAuthDiscovery(), source.getChapAuthSession(), namespace, secret),
                global));
  }

  private AttachedDisks.Wish wish(Pod pod, VolumeSpec volume, ISCSIPersistentVolumeSource source) {
    Target target = Target.of(volume, source);
    var reference = source.getSecretRef();
    String secret = reference == null ? null : reference.getName();
    String namespace =
        reference == null || reference.getNamespace() == null
            ? pod.getMetadata().getNamespace()
            : reference.getNamespace();
    return new AttachedDisks.Wish(
        target.place(),
        name(source),
        orEmpty(source.getFsType()),
        Boolean.TRUE.equals(source.getReadOnly()) || volume.claimReadOnly(),
        global ->
            wire.attach(
                target,
                chap(source.getChapAuthDiscovery(), source.getChapAuthSession(), namespace, secret),
                global));
  }

  private static String name(ISCSIVolumeSource source) {
    return Target.name(source.getTargetPortal(), source.getIqn(), source.getLun());
  }

  private static String name(ISCSIPersistentVolumeSource source) {
    return Target.name(source.getTargetPortal(), source.getIqn(), source.getLun());
  }

  private Chap chap(
      @Nullable Boolean discovery,
      @Nullable Boolean session,
      String namespace,
      @Nullable String secret) {
    boolean wanted = Boolean.TRUE.equals(discovery) || Boolean.TRUE.equals(session);
    if (!wanted) {
      return new Chap(false, false, Map.of());
    }
    if (secret == null) {
      throw new VolumeException("iscsi: CHAP is wanted, but the volume names no secret");
    }
    return new Chap(
        Boolean.TRUE.equals(discovery), Boolean.TRUE.equals(session), values(namespace, secret));
  }

  private Map<String, String> values(String namespace, String secret) {
    return switch (objects.secret(namespace, secret)) {
      case Lookup.Found found -> {
        Map<String, String> texts = new HashMap<>();
        found.values().forEach((key, value) -> texts.put(key, value.toStringUtf8()));
        yield texts;
      }
      case Lookup.Absent absent ->
          throw new VolumeException(
              "Couldn't get secret %s/%s: it does not exist".formatted(namespace, secret));
      case Lookup.Failed failed ->
          throw new VolumeException(
              "Couldn't get secret %s/%s: %s".formatted(namespace, secret, failed.message()));
    };
  }

  @Override
  public void tearDown(PodUid pod, String name) throws IOException {
    disks.tearDown(pod, name);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
