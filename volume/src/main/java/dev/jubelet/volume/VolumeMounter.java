package dev.jubelet.volume;

import dev.jubelet.edge.host.HostException;
import dev.jubelet.edge.linux.BlockingCalls;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumeMountOptions;
import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.projection.PayloadBuilder;
import io.fabric8.kubernetes.api.model.HostPathVolumeSource;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Makes one volume of a pod ready, whatever it is.
 *
 * <p>Thread: the pod's; any for volumes {@link #isOfPlugin of others}. Owns: the threads that look
 * at paths of the host.
 */
final class VolumeMounter {
  /** Each path is looked at once at a time. */
  private static final int MOST_HUNG_PATHS = 64;

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final EmptyDirs emptyDirs;
  private final ProjectedVolumes projected;
  private final SharedMounts sharedMounts;
  private final PluginVolumes plugins;
  private final Supplier<Map<String, Quantity>> allocatable;
  private final BlockingCalls hostPathCalls =
      new BlockingCalls("host-paths", MOST_HUNG_PATHS, PATIENCE);

  VolumeMounter(
      EmptyDirs emptyDirs,
      ProjectedVolumes projected,
      SharedMounts sharedMounts,
      PluginVolumes plugins,
      Supplier<Map<String, Quantity>> allocatable) {
    this.emptyDirs = emptyDirs;
    this.projected = projected;
    this.sharedMounts = sharedMounts;
    this.plugins = plugins;
    this.allocatable = allocatable;
  }

  /** Whether somebody else is asked for it, a server or a driver, who may take his time. */
  static boolean isOfPlugin(Volume volume) {
    return volume.getHostPath() == null
        && !PayloadBuilder.writes(volume)
        && !Volumes.isEmptyDir(volume);
  }

  /** Where the volume is; what is ready stays as it is. */
  Path setUp(Pod pod, VolumeSpec spec) throws IOException {
    Volume volume = spec.volume();
    if (volume.getHostPath() != null) {
      return onHost(volume.getHostPath());
    }
    if (PayloadBuilder.writes(volume)) {
      return projected.prepare(pod, volume);
    }
    if (!Volumes.isEmptyDir(volume)) {
      return plugged(pod, spec);
    }
    Medium medium = MediumRules.of(pod, volume.getEmptyDir(), allocatable.get());
    Path directory = emptyDirs.prepare(pod, EmptyDirs.PLUGIN, volume.getName(), medium);
    if (SharedMounts.isNeeded(pod, volume.getName())) {
      sharedMounts.share(directory);
    }
    return directory;
  }

  /** Brings a volume that is set up, and what is in it, up to date. */
  void refresh(Pod pod, VolumeSpec spec) throws IOException {
    if (PayloadBuilder.writes(spec.volume())) {
      projected.refresh(pod, spec.volume());
    } else if (plugins.has(spec)) {
      plugins.refresh(pod, spec);
    }
  }

  /** Whether the runtime may change SELinux labels in a volume that is set up. */
  boolean mayRelabel(Pod pod, VolumeSpec spec) throws IOException {
    return plugins.mayRelabel(pod, spec);
  }

  private Path plugged(Pod pod, VolumeSpec spec) throws IOException {
    requireMode(pod, spec);
    if (spec.isBlock()) {
      return mapped(pod, spec);
    }
    Optional<PersistentVolumeSpec> persistent = spec.bound().map(bound -> bound.volume().getSpec());
    HostPathVolumeSource onHost = persistent.map(PersistentVolumeSpec::getHostPath).orElse(null);
    boolean takesOptions =
        onHost == null && persistent.map(PersistentVolumeSpec::getFlexVolume).isEmpty();
    if (!takesOptions && !VolumeMountOptions.of(spec).isEmpty()) {
      throw new VolumeException("mount options are not supported for this volume type")
          .at("MountVolume.MountOptionSupport check");
    }
    return onHost == null ? plugins.setUp(pod, spec) : onHost(onHost);
  }

  private Path mapped(Pod pod, VolumeSpec spec) {
    try {
      return plugins.setUp(pod, spec);
    } catch (IOException | VolumeException | LinuxException | HostException e) {
      throw VolumeException.mapping(ErrorText.text(e), e);
    }
  }

  /** The path may lead into a file system whose server is gone: looking at it may then hang. */
  private Path onHost(HostPathVolumeSource source) throws IOException {
    String what = "hostPath %s of type \"%s\"".formatted(source.getPath(), source.getType());
    return hostPathCalls.run(what, () -> HostPaths.prepare(source));
  }

  private static void requireMode(Pod pod, VolumeSpec spec) {
    String name = spec.volume().getName();
    boolean mismatch =
        spec.isBlock() ? Volumes.mounted(pod).contains(name) : Volumes.devices(pod).contains(name);
    if (mismatch) {
      throw VolumeException.unprocessed(
          "volume %s has volumeMode %s, but is specified in %s"
              .formatted(
                  name,
                  spec.isBlock() ? "Block" : "Filesystem",
                  spec.isBlock() ? "volumeMounts" : "volumeDevices"));
    }
  }
}
