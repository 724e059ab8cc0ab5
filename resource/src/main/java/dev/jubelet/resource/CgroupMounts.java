package dev.jubelet.resource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Which cgroup interface the machine uses, and the mount points of all its hierarchies: one with
 * v2, one per controller with v1.
 */
public record CgroupMounts(CgroupVersion version, List<Path> hierarchies) {
  public static final Path MOUNT_TABLE = Path.of("/proc/self/mountinfo");
  public static final Path USUAL_TOP = Path.of("/sys/fs/cgroup");

  public CgroupMounts {
    hierarchies = List.copyOf(hierarchies);
  }

  private record Mount(Path point, String type) {}

  /** Reads the kernel's mount table for what is mounted at or below {@code top}. */
  public static CgroupMounts read(Path mountTable, Path top) {
    List<Mount> mounts;
    try {
      mounts =
          Files.readAllLines(mountTable).stream()
              .map(CgroupMounts::mount)
              .filter(m -> m.type().equals("cgroup") || m.type().equals("cgroup2"))
              .filter(m -> m.point().startsWith(top))
              .distinct()
              .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the mount table " + mountTable, e);
    }
    if (mounts.contains(new Mount(top, "cgroup2"))) {
      return new CgroupMounts(CgroupVersion.V2, List.of(top));
    }
    if (mounts.isEmpty()) {
      throw new IllegalStateException(
          "no cgroup filesystem is mounted at " + top + "; mount cgroup2 there");
    }
    return new CgroupMounts(CgroupVersion.V1, mounts.stream().map(Mount::point).toList());
  }

  /** A line is: id parent device root point options [tags] - type source options. */
  private static Mount mount(String line) {
    String[] halves = line.split(" - ", 2);
    String[] fields = halves[0].split(" ", -1);
    String type = halves.length == 2 ? halves[1].split(" ", 2)[0] : "";
    return new Mount(Path.of(fields.length > 4 ? unescaped(fields[4]) : "/"), type);
  }

  private static String unescaped(String field) {
    return field
        .replace("\\040", " ")
        .replace("\\011", "\t")
        .replace("\\012", "\n")
        .replace("\\134", "\\");
  }
}
