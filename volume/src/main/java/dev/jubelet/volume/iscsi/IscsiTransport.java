package dev.jubelet.volume.iscsi;

import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.device.FormatAndMount;
import dev.jubelet.volume.device.ScsiDevices;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.SecretValues;
import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.san.SanDisk;
import dev.jubelet.volume.san.SanPlugin;
import dev.jubelet.volume.san.SanTransport;
import io.fabric8.kubernetes.api.model.ISCSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.ISCSIPersistentVolumeSourceBuilder;
import io.fabric8.kubernetes.api.model.ISCSIVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecretReference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Disks of iSCSI targets. Thread: see {@link SanTransport}. */
public final class IscsiTransport implements SanTransport {
  private final IscsiAttacher attacher;
  private final ObjectValues objects;

  IscsiTransport(IscsiAttacher attacher, ObjectValues objects) {
    this.attacher = attacher;
    this.objects = objects;
  }

  public static SanPlugin plugin(
      Path root,
      Mounts mounts,
      FormatAndMount formats,
      ScsiDevices devices,
      ObjectValues objects,
      AttachableVolumes attach) {
    IscsiAttacher attacher =
        new IscsiAttacher(
            root.resolve("plugins/kubernetes.io/iscsi"),
            mounts,
            devices,
            new IscsiSessions(devices.commands(), devices.sys()));
    return new SanPlugin(
        root,
        new IscsiTransport(attacher, objects),
        mounts,
        formats,
        devices.loopDevices(),
        attach);
  }

  @Override
  public String name() {
    return "iscsi";
  }

  /** Below each interface there are its disks. */
  @Override
  public int depth() {
    return 2;
  }

  @Override
  public boolean handles(VolumeSpec volume) {
    return find(volume).isPresent();
  }

  private static ISCSIPersistentVolumeSource source(VolumeSpec volume) {
    return find(volume).orElseThrow();
  }

  private static Optional<ISCSIPersistentVolumeSource> find(VolumeSpec volume) {
    return volume
        .bound()
        .map(bound -> bound.volume().getSpec().getIscsi())
        .or(() -> Optional.ofNullable(volume.volume().getIscsi()).map(IscsiTransport::persistent));
  }

  /** The same disk as a persistent volume would name it; its secret is in the pod's namespace. */
  private static ISCSIPersistentVolumeSource persistent(ISCSIVolumeSource inline) {
    var secret = inline.getSecretRef();
    return new ISCSIPersistentVolumeSourceBuilder()
        .withTargetPortal(inline.getTargetPortal())
        .withPortals(inline.getPortals())
        .withIqn(inline.getIqn())
        .withLun(inline.getLun())
        .withIscsiInterface(inline.getIscsiInterface())
        .withInitiatorName(inline.getInitiatorName())
        .withFsType(inline.getFsType())
        .withReadOnly(inline.getReadOnly())
        .withChapAuthDiscovery(inline.getChapAuthDiscovery())
        .withChapAuthSession(inline.getChapAuthSession())
        .withSecretRef(secret == null ? null : new SecretReference(secret.getName(), null))
        .build();
  }

  @Override
  public String uniqueName(VolumeSpec volume) {
    return IscsiTarget.uniqueName(source(volume));
  }

  @Override
  public SanDisk disk(VolumeSpec volume) {
    ISCSIPersistentVolumeSource source = source(volume);
    return new SanDisk(
        IscsiTarget.of(volume, source).directory(),
        Objects.requireNonNullElse(source.getFsType(), ""),
        Boolean.TRUE.equals(source.getReadOnly()) || volume.claimReadOnly());
  }

  @Override
  public Path attach(Pod pod, VolumeSpec volume, Path directory) throws IOException {
    ISCSIPersistentVolumeSource source = source(volume);
    return attacher.attach(IscsiTarget.of(volume, source), chap(pod, source), directory);
  }

  private Chap chap(Pod pod, ISCSIPersistentVolumeSource source) {
    boolean discovery = Boolean.TRUE.equals(source.getChapAuthDiscovery());
    boolean session = Boolean.TRUE.equals(source.getChapAuthSession());
    if (!discovery && !session) {
      return new Chap(false, false, Map.of());
    }
    SecretReference secret = source.getSecretRef();
    if (secret == null || secret.getName() == null) {
      throw new VolumeException("iscsi: CHAP is wanted, but the volume names no secret");
    }
    String namespace =
        secret.getNamespace() == null ? pod.getMetadata().getNamespace() : secret.getNamespace();
    Map<String, String> texts = new HashMap<>();
    SecretValues.require(objects, namespace, secret.getName())
        .forEach((key, value) -> texts.put(key, value.toStringUtf8()));
    return new Chap(discovery, session, texts);
  }

  @Override
  public void detach(Path device, Path directory) throws IOException {
    attacher.detach(device, directory);
  }

  @Override
  public void detachUnknown(Path directory) throws IOException {
    attacher.detachUnknown(directory);
  }

  @Override
  public Optional<String> volumeName(Path directory) throws IOException {
    return attacher.volumeName(directory);
  }

  @Override
  public void detachOrphan(Path directory) throws IOException {
    attacher.detachOrphan(directory);
  }
}
