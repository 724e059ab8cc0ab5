package dev.jubelet.volume;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.Entries;
import dev.jubelet.volume.disk.PodDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The volumes that pods have on disk, whoever set them up: a directory {@code
 * volumes/<plugin>/<name>}, or a link {@code volumeDevices/<plugin>/<name>} of a block volume.
 *
 * <p>Thread: any.
 */
record VolumesOnDisk(PodDirectories directories) {
  private static final String MOUNTS = "volumes";
  private static final String DEVICES = "volumeDevices";

  /** Where volumes are in a pod's directory. */
  static final List<String> ROOTS = List.of(MOUNTS, DEVICES);

  /**
   * One of them.
   *
   * @param plugin the escaped name of its plugin
   */
  record Found(PodUid pod, String plugin, String name) {}

  /** Those of all pods. */
  List<Found> all() throws IOException {
    List<Found> found = new ArrayList<>();
    for (Path pod : Entries.of(directories.all())) {
      PodUid uid = new PodUid(name(pod));
      for (String root : ROOTS) {
        for (Path plugin : Entries.of(pod.resolve(root))) {
          Entries.of(plugin)
              .forEach(volume -> found.add(new Found(uid, name(plugin), name(volume))));
        }
      }
    }
    return found;
  }

  /** The names of those that a pod has of a plugin. */
  List<String> names(PodUid pod, String plugin) throws IOException {
    List<String> names = new ArrayList<>();
    for (String root : ROOTS) {
      Path volumes = directories.of(pod).resolve(root);
      if (Files.isDirectory(volumes, LinkOption.NOFOLLOW_LINKS)) {
        Entries.of(volumes.resolve(plugin)).forEach(entry -> names.add(name(entry)));
      }
    }
    return names;
  }

  boolean isBlock(PodUid pod, String plugin, String name) {
    return Files.exists(
        directories.of(pod).resolve(DEVICES).resolve(plugin).resolve(name),
        LinkOption.NOFOLLOW_LINKS);
  }

  /** The directory of a pod's mounts of a plugin. */
  Path mounts(PodUid pod, String plugin) {
    return directories.of(pod).resolve(MOUNTS).resolve(plugin);
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }
}
