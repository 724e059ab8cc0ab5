package dev.jubelet.server.stats;

import dev.jubelet.server.stats.Subjects.ContainerSubject;
import dev.jubelet.server.stats.Subjects.PodSubject;
import dev.jubelet.server.stats.Subjects.SandboxSubject;
import dev.jubelet.server.stats.Subjects.VolumeSubject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What single pods use of this machine's disks, for those who enforce limits: only what is asked
 * for is measured.
 *
 * <p>Thread: any; blocks on disks, and for whole pods in the runtime, each for a bound time.
 */
public final class LocalUsages {
  private final DiskUsages usages;
  private final PodDisks.Source source;
  private final WritableLayers layers;

  /**
   * Bytes; what is not known is missing.
   *
   * @param volumes by name
   * @param containers by name: their logs, and their writable layers when the node's disk has them
   * @param all null when only volumes were asked for
   * @param took how long it took to measure all this
   * @param complete false when some of it is still being measured
   */
  public record Used(
      Map<String, Long> volumes,
      Map<String, Long> containers,
      @Nullable Long all,
      Duration took,
      boolean complete) {}

  /** With {@code withVolumes} false nothing is known of any volume. */
  public LocalUsages(DiskUsages usages, boolean withVolumes, WritableLayers layers) {
    this.usages = usages;
    this.source = new PodDisks.Source(usages, withVolumes);
    this.layers = layers;
  }

  /** What is in these volumes of the pod, which must be empty ones of this machine. */
  public Used ofVolumes(PodSubject pod, Set<String> names, Duration maxAge) {
    Map<String, Path> places = new HashMap<>();
    source
        .volumes(pod)
        .forEach(
            (volume, path) -> {
              if (names.contains(volume.name())) {
                places.put(volume.name(), path);
              }
            });
    List<Path> paths = List.copyOf(places.values());
    boolean complete = usages.prepareOwn(paths, maxAge);
    Map<String, Long> bytes = new HashMap<>();
    places.forEach((name, path) -> usages.of(path).ifPresent(fs -> put(name, fs, bytes)));
    return new Used(bytes, Map.of(), null, took(paths), complete);
  }

  /** All that counts as ephemeral storage of the pod, and what is in these volumes. */
  public Used ofPod(PodSubject pod, Set<String> names, Duration maxAge) {
    List<Path> paths = new ArrayList<>(source.files(pod).toList());
    source
        .volumes(pod)
        .forEach(
            (volume, path) -> {
              if (volume.ephemeral() || names.contains(volume.name())) {
                paths.add(path);
              }
            });
    boolean complete = usages.prepareOwn(paths, maxAge);
    SandboxSubject sandbox = pod.sandbox();
    RuntimeDisks.View written = layers.of(sandbox == null ? "" : sandbox.id());
    PodDisks disks = source.of(pod, FsStats.of(null), written);
    Map<String, Long> volumes = new HashMap<>();
    for (Map.Entry<VolumeSubject, FsStats> volume : disks.volumes().entrySet()) {
      put(volume.getKey().name(), volume.getValue(), volumes);
    }
    FsStats all = disks.ephemeral();
    return new Used(
        volumes,
        containers(pod, disks, written),
        all == null ? null : all.usedBytes(),
        took(paths),
        complete);
  }

  private Map<String, Long> containers(PodSubject pod, PodDisks disks, RuntimeDisks.View written) {
    boolean withLayers = layers.onNodeDisk();
    Map<String, Long> bytes = new HashMap<>();
    for (ContainerSubject container : pod.containers()) {
      long logs = used(disks.logs().get(container.name()));
      long layer = withLayers ? used(written.rootfs(container.id())) : 0;
      bytes.put(container.name(), logs + layer);
    }
    return bytes;
  }

  private Duration took(List<Path> paths) {
    return paths.stream().map(usages::took).reduce(Duration.ZERO, Duration::plus);
  }

  private static void put(String name, FsStats fs, Map<String, Long> bytes) {
    Long used = fs.usedBytes();
    if (used != null) {
      bytes.put(name, used);
    }
  }

  private static long used(@Nullable FsStats fs) {
    return fs == null ? 0 : Objects.requireNonNullElse(fs.usedBytes(), 0L);
  }
}
