package dev.jubelet.volume;

import dev.jubelet.pod.spec.Containers;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Mounts of other volumes below the mount of one. A container cannot make the mount point in a
 * volume that it may only read, so it has to be there. Pure.
 */
final class NestedMounts {
  private NestedMounts() {}

  /** The paths of the mount points in the volume; none of them is below another. */
  static SortedSet<Path> in(Pod pod, String volume) {
    SortedSet<Path> points = new TreeSet<>();
    for (Container container : Containers.all(pod)) {
      List<VolumeMount> mounts = Containers.orEmpty(container.getVolumeMounts());
      List<Path> own = paths(mounts, volume, true);
      List<Path> others = paths(mounts, volume, false);
      for (Path top : own) {
        for (Path other : others) {
          if (isDirectlyBelow(other, top, others)) {
            points.add(top.relativize(other));
          }
        }
      }
    }
    return points;
  }

  private static List<Path> paths(List<VolumeMount> mounts, String volume, boolean ofThisOne) {
    List<Path> paths = new ArrayList<>();
    for (VolumeMount mount : mounts) {
      if (mount.getName().equals(volume) == ofThisOne) {
        paths.add(Path.of("/").resolve(mount.getMountPath()).normalize());
      }
    }
    return paths;
  }

  private static boolean isDirectlyBelow(Path point, Path top, List<Path> others) {
    return isBelow(point, top)
        && others.stream().noneMatch(between -> isBelow(point, between) && isBelow(between, top));
  }

  private static boolean isBelow(Path path, Path top) {
    return path.startsWith(top) && !path.equals(top);
  }
}
