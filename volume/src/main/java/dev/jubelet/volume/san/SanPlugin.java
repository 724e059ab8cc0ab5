package dev.jubelet.volume.san;

import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.device.BlockVolumeMapper;
import dev.jubelet.volume.device.FormatAndMount;
import dev.jubelet.volume.device.LoopDevices;
import dev.jubelet.volume.device.PodMounts;
import dev.jubelet.volume.disk.KeyedLocks;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.meter.PluginLabel;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Volumes that are disks of a storage network: attached for the first pod, mounted at a global
 * mount path or mapped as devices, and detached after the last pod.
 *
 * <p>Thread: see {@link VolumePlugin}; pods that share a disk take turns. Owns: {@code
 * plugins/kubernetes.io/<transport>}.
 */
public final class SanPlugin implements VolumePlugin {
  private final SanTransport transport;
  private final PodMounts podMounts;
  private final AttachedDiskRecords records;
  private final GlobalMounts globalMounts;
  private final GlobalMaps globalMaps;
  private final OrphanedDisks orphans;
  private final KeyedLocks<Path> locks = new KeyedLocks<>();

  public SanPlugin(
      Path root,
      SanTransport transport,
      Mounts mounts,
      FormatAndMount formats,
      LoopDevices loopDevices,
      AttachableVolumes attach) {
    this.transport = transport;
    PodDirectories directories = new PodDirectories(root);
    this.podMounts = new PodMounts(directories, escapedName(), mounts);
    this.records =
        new AttachedDiskRecords(
            root.resolve("plugins/kubernetes.io").resolve(transport.name()),
            PluginLabel.of("kubernetes.io/" + transport.name()),
            attach);
    this.globalMounts = new GlobalMounts(podMounts, formats, transport, records, locks);
    this.globalMaps =
        new GlobalMaps(
            new BlockVolumeMapper(directories, escapedName(), mounts, loopDevices),
            transport,
            records,
            locks);
    this.orphans = new OrphanedDisks(transport, mounts, records, locks);
  }

  @Override
  public String escapedName() {
    return "kubernetes.io~" + transport.name();
  }

  @Override
  public boolean handles(VolumeSpec volume) {
    return transport.handles(volume);
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
    return !transport.disk(volume).readOnly();
  }

  @Override
  public Optional<Path> globalMapPath(VolumeSpec volume) {
    return Optional.of(globalMaps.path(transport.disk(volume)));
  }

  @Override
  public String uniqueName(VolumeSpec volume) {
    return transport.uniqueName(volume);
  }

  @Override
  public Optional<String> uniqueName(PodUid pod, String name) throws IOException {
    return globalMaps.isMapped(pod, name)
        ? globalMaps.uniqueName(pod, name)
        : globalMounts.uniqueName(pod, name);
  }

  @Override
  public void reconstruct() throws IOException {
    records.reconstruct();
  }

  @Override
  public void removeOrphans() throws IOException {
    globalMounts.removeUnused();
    orphans.removeAll();
  }

  @Override
  public Path setUp(Pod pod, VolumeSpec volume) throws IOException {
    SanDisk disk = transport.disk(volume);
    records.want(PodUid.of(pod), volume.name(), transport.uniqueName(volume));
    try (KeyedLocks.Held _ = locks.lock(disk.directory())) {
      return volume.isBlock()
          ? globalMaps.map(pod, volume, disk)
          : globalMounts.mount(pod, volume, disk);
    }
  }

  /** The pod's directory goes last: while it is there, something may be left to detach. */
  @Override
  public void tearDown(PodUid pod, String name) throws IOException {
    globalMaps.unmap(pod, name);
    globalMounts.unmount(pod, name);
    orphans.remove(name);
    podMounts.remove(podMounts.of(pod, name));
    records.release(pod, name);
  }
}
