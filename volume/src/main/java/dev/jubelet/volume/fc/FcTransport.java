package dev.jubelet.volume.fc;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.device.FormatAndMount;
import dev.jubelet.volume.device.ScsiDevices;
import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.san.DiskRecord;
import dev.jubelet.volume.san.SanDisk;
import dev.jubelet.volume.san.SanPlugin;
import dev.jubelet.volume.san.SanTransport;
import io.fabric8.kubernetes.api.model.FCVolumeSource;
import io.fabric8.kubernetes.api.model.FCVolumeSourceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Attaches disks behind Fibre Channel, by letting the node's adapters look for them, and has the
 * kernel forget them.
 *
 * <p>Thread: see {@link SanTransport}. Owns: {@code fc.json} in the directory of each disk.
 */
public final class FcTransport implements SanTransport {
  private static final DiskRecord<Wanted> RECORD =
      new DiskRecord<>("fc.json", Wanted.class, Wanted::isComplete);

  /** What a volume names, as it is written down. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Wanted(
      @JsonProperty("VolName") @Nullable String name,
      @JsonProperty("TargetWWNs") @Nullable List<String> targets,
      @JsonProperty("Lun") @Nullable Integer lun,
      @JsonProperty("WWIDs") @Nullable List<String> disks) {

    static Wanted of(String name, FCVolumeSource source) {
      return new Wanted(name, source.getTargetWWNs(), source.getLun(), source.getWwids());
    }

    boolean isComplete() {
      return name != null;
    }

    FCVolumeSource source() {
      return new FCVolumeSourceBuilder()
          .withTargetWWNs(targets == null ? List.of() : targets)
          .withLun(lun)
          .withWwids(disks == null ? List.of() : disks)
          .build();
    }
  }

  private final ScsiDevices devices;
  private final FcDiskFinder disks;
  private final Mounts mounts;

  FcTransport(ScsiDevices devices, Mounts mounts) {
    this.devices = devices;
    this.disks = new FcDiskFinder(devices);
    this.mounts = mounts;
  }

  public static SanPlugin plugin(
      Path root,
      Mounts mounts,
      FormatAndMount formats,
      ScsiDevices devices,
      AttachableVolumes attach) {
    return new SanPlugin(
        root, new FcTransport(devices, mounts), mounts, formats, devices.loopDevices(), attach);
  }

  @Override
  public String name() {
    return "fc";
  }

  @Override
  public int depth() {
    return 1;
  }

  @Override
  public boolean handles(VolumeSpec volume) {
    return source(volume).isPresent();
  }

  private static Optional<FCVolumeSource> source(VolumeSpec volume) {
    return volume
        .bound()
        .map(bound -> bound.volume().getSpec().getFc())
        .or(() -> Optional.ofNullable(volume.volume().getFc()));
  }

  @Override
  public String uniqueName(VolumeSpec volume) {
    return FcDiskFinder.name(source(volume).orElseThrow());
  }

  @Override
  public SanDisk disk(VolumeSpec volume) {
    FCVolumeSource source = source(volume).orElseThrow();
    return new SanDisk(
        FcDiskFinder.directory(source),
        source.getFsType() == null ? "" : source.getFsType(),
        Boolean.TRUE.equals(source.getReadOnly()) || volume.claimReadOnly());
  }

  @Override
  public Path attach(Pod pod, VolumeSpec volume, Path directory) throws IOException {
    FCVolumeSource source = source(volume).orElseThrow();
    RECORD.write(directory, Wanted.of(volume.name(), source));
    return disks.find(source);
  }

  @Override
  public void detach(Path device, Path directory) throws IOException {
    if (Files.exists(device)) {
      devices.detach(device);
    }
    RECORD.delete(directory);
  }

  @Override
  public void detachUnknown(Path directory) throws IOException {
    RECORD.delete(directory);
  }

  @Override
  public Optional<String> volumeName(Path directory) throws IOException {
    return RECORD.read(directory).map(Wanted::name);
  }

  @Override
  public void detachOrphan(Path directory) throws IOException {
    Optional<Wanted> wanted = RECORD.read(directory);
    if (wanted.isPresent()) {
      for (Path link : disks.links(wanted.get().source())) {
        devices.detachIfUnused(link, mounts.table());
      }
    }
    RECORD.delete(directory);
  }
}
