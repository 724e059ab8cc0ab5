package dev.jubelet.resource;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.host.MountTable.Mount;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which cgroup interface the machine uses, and the mount points of all its hierarchies: one with
 * v2, one per controller with v1.
 */
public record CgroupMounts(CgroupVersion version, List<Path> hierarchies) {
  public static final Path MOUNT_TABLE = MountTable.FILE;
  public static final Path USUAL_TOP = Path.of("/sys/fs/cgroup");

  public CgroupMounts {
    hierarchies = List.copyOf(hierarchies);
  }

  /**
   * The hierarchy of a controller of version 1, whose mount point is named after the controllers on
   * it; of several the one with the shortest name.
   */
  public Optional<Path> of(String controller) {
    return hierarchies.stream()
        .filter(point -> List.of(name(point).split(",", -1)).contains(controller))
        .min(Comparator.comparingInt(point -> point.toString().length()));
  }

  private static String name(Path point) {
    return point.getFileName() == null ? "" : point.getFileName().toString();
  }

  /** Reads the kernel's mount table for what is mounted at or below {@code top}. */
  public static CgroupMounts read(Path mountTable, Path top) {
    List<Mount> mounts =
        MountTable.read(mountTable).at(top).stream()
            .filter(m -> m.type().equals("cgroup") || m.type().equals("cgroup2"))
            .distinct()
            .toList();
    if (mounts.stream().anyMatch(m -> m.point().equals(top) && m.type().equals("cgroup2"))) {
      return new CgroupMounts(CgroupVersion.V2, List.of(top));
    }
    if (mounts.isEmpty()) {
      throw new IllegalStateException(
          "no cgroup filesystem is mounted at " + top + "; mount cgroup2 there");
    }
    return new CgroupMounts(CgroupVersion.V1, mounts.stream().map(Mount::point).toList());
  }
}
