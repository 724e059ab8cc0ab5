package dev.jubelet.volume.san;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.device.DiskDirectory;
import dev.jubelet.volume.device.FormatAndMount;
import dev.jubelet.volume.device.PodMounts;
import dev.jubelet.volume.disk.FsGroup.GroupAccess;
import dev.jubelet.volume.disk.KeyedLocks;
import dev.jubelet.volume.disk.PrivateDirectory;
import dev.jubelet.volume.disk.VolumeOwnership;
import dev.jubelet.volume.plugin.VolumeMountOptions;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Disks that are mounted once for the node, at their global mount path, and bound into each pod.
 * Who uses a disk is read from the kernel's mount table, so it survives a restart.
 *
 * <p>Thread: see {@link SanPlugin}. Owns: the mounts in the directory of the plugin.
 */
final class GlobalMounts {
  private final PodMounts podMounts;
  private final Mounts mounts;
  private final FormatAndMount formats;
  private final SanTransport transport;
  private final AttachedDiskRecords records;
  private final KeyedLocks<Path> locks;

  GlobalMounts(
      PodMounts podMounts,
      FormatAndMount formats,
      SanTransport transport,
      AttachedDiskRecords records,
      KeyedLocks<Path> locks) {
    this.podMounts = podMounts;
    this.mounts = podMounts.mounts();
    this.formats = formats;
    this.transport = transport;
    this.records = records;
    this.locks = locks;
  }

  /** The pod's directory with the disk; under the lock of the disk. */
  Path mount(Pod pod, VolumeSpec volume, SanDisk disk) throws IOException {
    PodUid uid = PodUid.of(pod);
    Path path = records.home().resolve(disk.directory());
    records.requireAttached(uid, transport.uniqueName(volume), path, mounts);
    Path point = podMounts.make(uid, volume.name());
    if (podMounts.isMounted(point)) {
      return point;
    }
    Path global = PrivateDirectory.create(path).toRealPath();
    if (!podMounts.isMounted(global)) {
      attachAndMount(pod, volume, disk, global);
    }
    if (!disk.readOnly()) {
      // First, as the pod's mount tells an agent that comes later that all is done.
      VolumeOwnership.apply(pod, global, GroupAccess.READ_AND_WRITE);
    }
    podMounts.bind(global, point, disk.readOnly() ? List.of("ro") : List.of());
    return point;
  }

  /** A disk that cannot be mounted is detached again. */
  private void attachAndMount(Pod pod, VolumeSpec volume, SanDisk disk, Path global)
      throws IOException {
    records.begin(global, transport.uniqueName(volume));
    Path device = transport.attach(pod, volume, global);
    List<String> options = VolumeMountOptions.of(volume, disk.readOnly() ? "ro" : "");
    try {
      formats.mount(
          new FormatAndMount.MountRequest(device, global, disk.fsType(), options, disk.readOnly()));
    } catch (RuntimeException e) {
      try {
        transport.detach(device, global);
        remove(global);
      } catch (IOException | RuntimeException also) {
        e.addSuppressed(also);
      }
      throw e;
    }
  }

  /** Takes the disk from the pod; one that no pod uses afterwards is detached. */
  void unmount(PodUid pod, String name) throws IOException {
    Path point = podMounts.of(pod, name);
    Set<String> own = sources(point);
    podMounts.unmount(point);
    removeUnused(own);
  }

  /** Detaches every disk that no pod uses. */
  void removeUnused() throws IOException {
    removeUnused(Set.of());
  }

  /** Only a failure with a disk of {@code own} is the caller's; others are logged. */
  private void removeUnused(Set<String> own) throws IOException {
    for (MountTable.Mount global : mounted()) {
      Path directory = records.home().toRealPath().relativize(global.point());
      if (own.contains(global.source())) {
        try (KeyedLocks.Held _ = locks.lock(directory)) {
          removeIfUnused(global);
        }
      } else {
        OrphanedDisks.attempt(locks, directory, global.point(), () -> removeIfUnused(global));
      }
    }
  }

  private boolean removeIfUnused(MountTable.Mount global) throws IOException {
    boolean unused = podMounts.isMounted(global.point()) && !isUsed(global.source());
    if (unused) {
      podMounts.unmount(global.point());
      transport.detach(Path.of(global.source()), global.point());
      remove(global.point());
    }
    return unused;
  }

  private void remove(Path global) throws IOException {
    new DiskDirectory(global).remove();
    records.end(global);
  }

  private boolean isUsed(String device) throws IOException {
    return mounts.table().at(podMounts.directories().all().toRealPath()).stream()
        .anyMatch(mount -> mount.source().equals(device));
  }

  /** The name of the disk that the pod has mounted. */
  Optional<String> uniqueName(PodUid pod, String volume) throws IOException {
    Set<String> own = sources(podMounts.of(pod, volume));
    for (MountTable.Mount global : mounted()) {
      if (own.contains(global.source())) {
        return records.uniqueName(global.point());
      }
    }
    return Optional.empty();
  }

  private Set<String> sources(Path point) {
    return mounts.table().at(point).stream()
        .map(MountTable.Mount::source)
        .collect(Collectors.toSet());
  }

  private List<MountTable.Mount> mounted() throws IOException {
    if (!Files.isDirectory(records.home())) {
      return List.of();
    }
    Path home = records.home().toRealPath();
    return mounts.table().at(home).stream()
        .filter(mount -> !mount.point().startsWith(home.resolve(GlobalMaps.DIRECTORY)))
        .toList();
  }
}
