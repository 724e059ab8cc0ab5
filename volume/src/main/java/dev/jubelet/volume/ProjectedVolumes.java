package dev.jubelet.volume;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.FsGroup;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.projection.AtomicTree;
import dev.jubelet.volume.projection.Payload;
import dev.jubelet.volume.projection.PayloadBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Volumes whose files the agent writes and keeps up to date. Config maps are on disk, all others in
 * memory.
 *
 * <p>Thread: the pod's.
 */
final class ProjectedVolumes {
  private static final Logger log = LoggerFactory.getLogger(ProjectedVolumes.class);

  private final PodDirectories directories;
  private final EmptyDirs emptyDirs;
  private final PayloadBuilder payloads;
  private final Supplier<Map<String, Quantity>> allocatable;
  private final Timers timers;

  ProjectedVolumes(
      PodDirectories directories,
      EmptyDirs emptyDirs,
      PayloadBuilder payloads,
      Supplier<Map<String, Quantity>> allocatable,
      Timers timers) {
    this.directories = directories;
    this.emptyDirs = emptyDirs;
    this.payloads = payloads;
    this.allocatable = allocatable;
    this.timers = timers;
  }

  /** The volume's directory with its files. One that was complete once may keep its old files. */
  Path prepare(Pod pod, Volume volume) throws IOException {
    try {
      Payload payload = payloads.build(pod, volume);
      Path directory =
          emptyDirs.prepare(pod, plugin(volume), volume.getName(), medium(pod, volume));
      write(pod, volume, directory, payload);
      return directory;
    } catch (VolumeException e) {
      if (!isWritten(pod, volume)) {
        throw e;
      }
      log.atWarn()
          .addKeyValue("pod", PodKey.of(pod))
          .addKeyValue("volume", volume.getName())
          .addKeyValue("cause", e.text())
          .log("Failed to update volume; keeping its old files");
      return directory(pod, volume);
    }
  }

  /** Brings the files of a volume that is there up to date. */
  void refresh(Pod pod, Volume volume) throws IOException {
    if (isWritten(pod, volume)) {
      write(pod, volume, directory(pod, volume), payloads.build(pod, volume));
    }
  }

  private boolean isWritten(Pod pod, Volume volume) throws IOException {
    return tree(pod, directory(pod, volume)).isWritten();
  }

  private void write(Pod pod, Volume volume, Path directory, Payload payload) throws IOException {
    SortedSet<Path> points = NestedMounts.in(pod, volume.getName());
    Set<String> taken =
        points.stream().map(point -> point.getName(0).toString()).collect(Collectors.toSet());
    payload.mustNotHide(taken);
    for (Path point : points) {
      makeMountPoint(directory, point);
    }
    if (tree(pod, directory).write(payload)) {
      log.atDebug()
          .addKeyValue("pod", PodKey.of(pod))
          .addKeyValue("volume", volume.getName())
          .log("Wrote the files of the volume");
    }
  }

  private AtomicTree tree(Pod pod, Path directory) {
    return new AtomicTree(directory, FsGroup.of(pod), timers);
  }

  private static void makeMountPoint(Path directory, Path point) throws IOException {
    Path at = directory;
    for (Path step : point) {
      at = at.resolve(step);
      if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectory(at);
        Files.setPosixFilePermissions(at, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
  }

  private Path directory(Pod pod, Volume volume) {
    return directories
        .of(PodUid.of(pod))
        .resolve("volumes")
        .resolve(plugin(volume))
        .resolve(PodDirectories.component(volume.getName(), "volume name"));
  }

  private Medium medium(Pod pod, Volume volume) {
    return volume.getConfigMap() != null
        ? new Medium.Disk()
        : MediumRules.memory(pod, null, allocatable.get());
  }

  static String plugin(Volume volume) {
    if (volume.getConfigMap() != null) {
      return "kubernetes.io~configmap";
    }
    if (volume.getSecret() != null) {
      return "kubernetes.io~secret";
    }
    return volume.getDownwardAPI() != null
        ? "kubernetes.io~downward-api"
        : "kubernetes.io~projected";
  }
}
