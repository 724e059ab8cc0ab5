package dev.jubelet.volume.device;

import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Devices that pods get as such. For each pod the device is shown at {@code <global>/<pod>}, which
 * tells who uses it and is held open, and a link in the pod's directory leads to it. The link is
 * made first and goes last: while it is there, an agent that was restarted knows that something may
 * be left to end.
 *
 * <p>Thread: any. Owns: {@code pods/<uid>/volumeDevices/<plugin>}.
 */
public record BlockVolumeMapper(
    PodDirectories directories, String plugin, Mounts mounts, LoopDevices loopDevices) {
  private static final String PLACE = "volumeDevices";

  /** What is done when no pod has the device any more. */
  public interface Ending {
    void run() throws IOException;
  }

  /** The link of the pod to the device. */
  public Path map(PodUid pod, String name, Path device, Path global) throws IOException {
    Path real = device.toRealPath();
    Path link = makeLink(pod, name, real);
    PrivateDirectory.create(global);
    Path shown = global.toRealPath().resolve(pod.value());
    if (!mounts.table().has(shown)) {
      if (!Files.exists(shown, LinkOption.NOFOLLOW_LINKS)) {
        Files.createFile(shown);
      }
      try (Descriptor open = Descriptor.open(real)) {
        mounts.bind(open, shown);
      }
    }
    loopDevices.attach(shown);
    return link;
  }

  /** Lets the link of the pod lead to the device; after a reboot it may be another. */
  public Path makeLink(PodUid pod, String name, Path device) throws IOException {
    Path link = directories.make(pod, PLACE, plugin).resolve(component(name));
    if (Files.isSymbolicLink(link) && device.equals(Files.readSymbolicLink(link))) {
      return link;
    }
    Path next = directories.of(pod).resolve(PLACE).resolve(".next-" + component(name));
    Files.deleteIfExists(next);
    Files.createSymbolicLink(next, device);
    return Files.move(
        next, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Does the ending when this was the last pod with the device. */
  public void unmap(PodUid pod, String name, Path global, Ending ending) throws IOException {
    if (Files.isDirectory(global)) {
      hide(pod, global);
      Path shown = global.toRealPath().resolve(pod.value());
      DiskDirectory directory = new DiskDirectory(shown.resolveSibling(""));
      boolean last = !directory.isUsedBesides(shown);
      if (last) {
        ending.run();
      }
      Files.deleteIfExists(shown);
      if (last) {
        directory.remove();
      }
    }
    Files.deleteIfExists(link(pod, name));
  }

  /** The device is not shown to the pod any more, but is still the pod's. */
  public void hide(PodUid pod, Path global) throws IOException {
    if (!Files.isDirectory(global)) {
      return;
    }
    Path shown = global.toRealPath().resolve(pod.value());
    loopDevices.detach(shown);
    while (mounts.table().has(shown) && mounts.unmount(shown)) {
      // Mounts may stand on one another.
    }
  }

  public Path link(PodUid pod, String name) {
    return directories.of(pod).resolve(PLACE).resolve(plugin).resolve(component(name));
  }

  private static String component(String name) {
    return PodDirectories.component(name, "volume name");
  }
}
