package dev.jubelet.volume;

import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.projection.PayloadBuilder;
import java.util.Optional;
import java.util.Set;

/** Volumes that need no plugin of their own, and how metrics and directories call them. Pure. */
final class BuiltInVolumes {
  private static final String HOST_PATH = "kubernetes.io/host-path";

  private static final Set<String> ON_DISK =
      Set.of(
          EmptyDirs.PLUGIN,
          "kubernetes.io~configmap",
          "kubernetes.io~secret",
          "kubernetes.io~downward-api",
          "kubernetes.io~projected");

  private BuiltInVolumes() {}

  /** Empty for a volume of a plugin. */
  static Optional<String> plugin(VolumeSpec spec) {
    if (spec.bound().isPresent()) {
      return spec.bound()
          .filter(bound -> bound.volume().getSpec().getHostPath() != null)
          .map(bound -> HOST_PATH);
    }
    if (spec.volume().getHostPath() != null) {
      return Optional.of(HOST_PATH);
    }
    if (PayloadBuilder.writes(spec.volume())) {
      return Optional.of(unescaped(ProjectedVolumes.plugin(spec.volume())));
    }
    return Volumes.isEmptyDir(spec.volume())
        ? Optional.of(unescaped(EmptyDirs.PLUGIN))
        : Optional.empty();
  }

  static boolean isPlain(String plugin) {
    return plugin.equals(HOST_PATH) || isOnDisk(plugin.replace('/', '~'));
  }

  /** Whether volumes of that directory are plain ones. */
  static boolean isOnDisk(String directory) {
    return ON_DISK.contains(directory);
  }

  private static String unescaped(String directory) {
    return directory.replace('~', '/');
  }
}
