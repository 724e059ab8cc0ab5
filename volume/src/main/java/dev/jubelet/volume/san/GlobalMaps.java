package dev.jubelet.volume.san;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.device.BlockVolumeMapper;
import dev.jubelet.volume.disk.KeyedLocks;
import dev.jubelet.volume.disk.PrivateDirectory;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Disks that pods get as devices. Each has a global map path, in which a file for every pod shows
 * the device.
 *
 * <p>Thread: see {@link SanPlugin}. Owns: {@code volumeDevices} in the directory of the plugin.
 */
final class GlobalMaps {
  static final String DIRECTORY = "volumeDevices";
  private static final String DEVICE_NUMBER = "unix:rdev";

  private final BlockVolumeMapper blocks;
  private final SanTransport transport;
  private final AttachedDiskRecords records;
  private final KeyedLocks<Path> locks;

  GlobalMaps(
      BlockVolumeMapper blocks,
      SanTransport transport,
      AttachedDiskRecords records,
      KeyedLocks<Path> locks) {
    this.blocks = blocks;
    this.transport = transport;
    this.records = records;
    this.locks = locks;
  }

  Path path(SanDisk disk) {
    return home().resolve(disk.directory());
  }

  private Path home() {
    return records.home().resolve(DIRECTORY);
  }

  /**
   * The pod's link to the device; under the lock of the disk. The link comes first: while it is
   * there, something may have to be torn down.
   */
  Path map(Pod pod, VolumeSpec volume, SanDisk disk) throws IOException {
    PodUid uid = PodUid.of(pod);
    String uniqueName = transport.uniqueName(volume);
    records.requireAttached(uid, uniqueName, path(disk), blocks.mounts());
    Path global = PrivateDirectory.create(path(disk)).toRealPath();
    if (!isMapped(uid, volume.name())) {
      blocks.makeLink(uid, volume.name(), global.resolve(uid.value()));
    }
    records.begin(global, uniqueName);
    Path device = transport.attach(pod, volume, global);
    return blocks.map(uid, volume.name(), device, global);
  }

  boolean isMapped(PodUid pod, String name) {
    return Files.isSymbolicLink(blocks.link(pod, name));
  }

  /** Takes the device from the pod, if it has one; detached after the last pod. */
  void unmap(PodUid pod, String name) throws IOException {
    if (!isMapped(pod, name)) {
      return;
    }
    Path device = Files.readSymbolicLink(blocks.link(pod, name));
    Optional<Path> file = mounted(pod, device);
    if (file.isPresent()) {
      unmap(pod, name, file.get().resolveSibling(""), global -> transport.detach(device, global));
      return;
    }
    List<Path> files = files(pod);
    for (Path left : files) {
      if (!isMounted(left) || (files.size() == 1 && !Files.exists(device))) {
        unmap(pod, name, left.resolveSibling(""), transport::detachUnknown);
      }
    }
    Files.deleteIfExists(blocks.link(pod, name));
  }

  private interface Detachment {
    void from(Path global) throws IOException;
  }

  private void unmap(PodUid pod, String name, Path global, Detachment detachment)
      throws IOException {
    try (KeyedLocks.Held _ = locks.lock(home().toRealPath().relativize(global))) {
      blocks.unmap(pod, name, global, () -> detachment.from(global));
      if (!Files.exists(global)) {
        records.end(global);
      }
    }
  }

  /** The name of the disk that the pod has as a device. */
  Optional<String> uniqueName(PodUid pod, String name) throws IOException {
    Optional<Path> file = mounted(pod, Files.readSymbolicLink(blocks.link(pod, name)));
    return file.isPresent() ? records.uniqueName(file.get().resolveSibling("")) : Optional.empty();
  }

  /** The file of the pod that shows the device. */
  private Optional<Path> mounted(PodUid pod, Path device) throws IOException {
    for (Path file : files(pod)) {
      if (isMounted(file) && isSame(file, device)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /**
   * The files that show devices to the pod. Nothing is mounted on one when an agent died half-way
   * or the machine was started again.
   */
  private List<Path> files(PodUid pod) throws IOException {
    if (!Files.isDirectory(home())) {
      return List.of();
    }
    try (Stream<Path> found = Files.walk(home().toRealPath())) {
      return found.filter(path -> path.endsWith(pod.value())).toList();
    }
  }

  private boolean isMounted(Path file) {
    return blocks.mounts().table().has(file);
  }

  private static boolean isSame(Path file, Path device) throws IOException {
    return Files.exists(device)
        && Files.getAttribute(file, DEVICE_NUMBER)
            .equals(Files.getAttribute(device, DEVICE_NUMBER));
  }
}
