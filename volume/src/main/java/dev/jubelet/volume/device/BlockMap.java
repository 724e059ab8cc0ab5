package dev.jubelet.volume.device;

import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.PodDirectories;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Devices that pods get as such. For each pod the device is shown at {@code <global>/<pod>}, which
 * tells who uses it, and a link in the pod's directory leads to it.
 *
 * <p>Thread: any. Owns: {@code pods/<uid>/volumeDevices/<plugin>}.
 */
public record BlockMap(PodDirectories directories, String plugin, Mounts mounts) {

  /** The link of the pod to the device. */
  public Path map(PodUid pod, String name, Path device, Path global) throws IOException {
    Files.createDirectories(
        global, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
    Path shown = global.toRealPath().resolve(pod.value());
    if (!mounts.table().has(shown)) {
      if (!Files.exists(shown, LinkOption.NOFOLLOW_LINKS)) {
        Files.createFile(shown);
      }
      try (Descriptor open = Descriptor.open(device)) {
        mounts.bind(open, shown);
      }
    }
    Path link = directories.make(pod, "volumeDevices", plugin).resolve(component(name));
    try {
      Files.createSymbolicLink(link, device);
    } catch (FileAlreadyExistsException e) {
      if (!device.equals(Files.readSymbolicLink(link))) {
        Files.delete(link);
        Files.createSymbolicLink(link, device);
      }
    }
    return link;
  }

  /** Returns whether this was the last pod with the device. */
  public boolean unmap(PodUid pod, String name, Path global) throws IOException {
    Files.deleteIfExists(link(pod, name));
    if (!Files.isDirectory(global)) {
      return true;
    }
    Path shown = global.toRealPath().resolve(pod.value());
    while (mounts.table().has(shown) && mounts.unmount(shown)) {
      // Mounts may stand on one another.
    }
    Files.deleteIfExists(shown);
    try (var left = Files.list(global)) {
      return left.findAny().isEmpty();
    }
  }

  public Path link(PodUid pod, String name) {
    return directories.of(pod).resolve("volumeDevices").resolve(plugin).resolve(component(name));
  }

  private static String component(String name) {
    return PodDirectories.component(name, "volume name");
  }
}
