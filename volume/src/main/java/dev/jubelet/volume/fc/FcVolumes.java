package dev.jubelet.volume.fc;

import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.device.AttachedDisks;
import dev.jubelet.volume.device.FormatAndMount;
import dev.jubelet.volume.device.ScsiDevices;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.FCVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Volumes behind Fibre Channel. Thread: those of this kind. */
public final class FcVolumes implements VolumePlugin {
  private final FcWire wire;
  private final AttachedDisks disks;

  public FcVolumes(
      Path root,
      Mounts mounts,
      FormatAndMount formats,
      ScsiDevices devices,
      AttachableVolumes attach) {
    this.wire = new FcWire(new FcDisks(devices), mounts);
    this.disks =
        new AttachedDisks(
            root, new AttachedDisks.Kind("fc", 1), mounts, formats, devices.pins(), attach, wire);
  }

  @Override
  public String escapedName() {
    return "kubernetes.io~fc";
  }

  @Override
  public boolean handles(VolumeSpec volume) {
    return source(volume).isPresent();
  }

  @Override
  public void reconstruct() throws IOException {
    disks.reconstruct();
  }

  @Override
  public String uniqueName(VolumeSpec volume) {
    return FcDisks.name(source(volume).orElseThrow());
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
    return source(volume).filter(source -> !isReadOnly(source, volume)).isPresent();
  }

  private static boolean isReadOnly(FCVolumeSource source, VolumeSpec volume) {
    return Boolean.TRUE.equals(source.getReadOnly()) || volume.claimReadOnly();
  }

  @Override
  public Optional<Path> globalMapPath(VolumeSpec volume) {
    return source(volume).map(source -> disks.globalMapPath(FcDisks.place(source)));
  }

  private static Optional<FCVolumeSource> source(VolumeSpec volume) {
    return volume
        .bound()
        .map(bound -> bound.volume().getSpec().getFc())
        .or(() -> Optional.ofNullable(volume.volume().getFc()));
  }

  @Override
  public Path setUp(Pod pod, VolumeSpec volume) throws IOException {
    FCVolumeSource source = source(volume).orElseThrow();
    String type = source.getFsType() == null ? "" : source.getFsType();
    boolean readOnly = isReadOnly(source, volume);
    return disks.setUp(
        pod,
        volume,
        new AttachedDisks.Wish(
            FcDisks.place(source),
            FcDisks.name(source),
            type,
            readOnly,
            global -> wire.attach(volume.name(), source, global)));
  }

  @Override
  public void tearDown(PodUid pod, String name) throws IOException {
    disks.tearDown(pod, name);
  }
}
