package dev.jubelet.volume.device;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.PodDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * Mounts of one plugin below the directories of pods. What is mounted is always read from the
 * kernel's table, because looking at a mount point may hang.
 *
 * <p>Thread: any. Owns: {@code pods/<uid>/volumes/<plugin>}.
 */
public record PodMounts(PodDirectories directories, String plugin, Mounts mounts) {

  /** The directory of the volume, made if there is none; a real path. */
  public Path make(PodUid pod, String name) throws IOException {
    Path place = directories.make(pod, "volumes", plugin).toRealPath();
    Path point = place.resolve(PodDirectories.component(name, "volume name"));
    if (!mounts.table().has(point)) {
      directories.make(pod, "volumes", plugin, name);
    }
    return point;
  }

  /** Where the volume is or would be; a real path if the pod has a directory. */
  public Path of(PodUid pod, String name) throws IOException {
    Path all = directories.all();
    Path real = Files.isDirectory(all) ? all.toRealPath() : all;
    return real.resolve(directories.of(pod).getFileName())
        .resolve("volumes")
        .resolve(plugin)
        .resolve(PodDirectories.component(name, "volume name"));
  }

  public boolean isMounted(Path point) {
    return mounts.table().has(point);
  }

  /** Shows a directory at the point as well, restricted as the options say. */
  public void bind(Path source, Path point, List<String> options) throws IOException {
    try (Descriptor open = Descriptor.open(source)) {
      mounts.bind(open, point);
    }
    mounts.restrict(point, options);
  }

  /** The points of pods at which the volume of this name is mounted. */
  public List<Path> of(String name) throws IOException {
    Path below = Path.of("volumes", plugin, name);
    return mounts.table().at(directories.all().toRealPath()).stream()
        .map(MountTable.Mount::point)
        .filter(point -> point.endsWith(below))
        .distinct()
        .toList();
  }

  /** Takes away what is mounted, however often, and the empty directory. */
  public void remove(Path point) throws IOException {
    unmount(point);
    if (Files.isDirectory(point, LinkOption.NOFOLLOW_LINKS)) {
      Files.delete(point);
    }
  }

  /** Takes away what is mounted, however often. */
  public void unmount(Path point) {
    while (isMounted(point) && mounts.unmount(point)) {
      // Mounts may stand on one another.
    }
  }
}
