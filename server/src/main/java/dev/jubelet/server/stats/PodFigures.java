package dev.jubelet.server.stats;

import dev.jubelet.edge.usage.CgroupUsage;
import dev.jubelet.edge.usage.CgroupUsage.Depth;
import dev.jubelet.server.stats.Measurements.Measured;
import dev.jubelet.server.stats.Measurements.MeasuredContainer;
import dev.jubelet.server.stats.Measurements.MeasuredPod;
import dev.jubelet.server.stats.Subjects.ContainerSubject;
import dev.jubelet.server.stats.Subjects.PodSubject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What all pods use of something that is short, for those who choose between them: only that is
 * measured.
 *
 * <p>Thread: any; blocks on disks and in the runtime, each for a bound time.
 */
public final class PodFigures {
  private static final Duration LATELY = Duration.ofSeconds(5);

  private final Measurer measurer;
  private final DiskUsages usages;
  private final PodDisks.Source source;
  private final RuntimeDisks runtime;

  /** Room on a disk. */
  public record Room(long bytes, long inodes) {
    static final Room NONE = new Room(0, 0);

    private static Room of(@Nullable FsStats fs) {
      return fs == null
          ? NONE
          : new Room(
              Objects.requireNonNullElse(fs.usedBytes(), 0L),
              Objects.requireNonNullElse(fs.inodesUsed(), 0L));
    }

    private Room plus(Room other) {
      return new Room(bytes + other.bytes, inodes + other.inodes);
    }
  }

  /**
   * A container.
   *
   * @param memory its working set; null when it was not asked for or is not known
   */
  public record OfContainer(String name, @Nullable Long memory, Room rootfs, Room logs) {}

  /**
   * A pod; what was not asked for is zero.
   *
   * @param volumes of those that count as ephemeral storage
   */
  public record Used(
      String uid, long memory, long processes, Room volumes, List<OfContainer> containers) {}

  /** With {@code withVolumes} false nothing is known of any volume. */
  public PodFigures(
      Measurer measurer, DiskUsages usages, boolean withVolumes, RuntimeDisks runtime) {
    this.measurer = measurer;
    this.usages = usages;
    this.source = new PodDisks.Source(usages, withVolumes);
    this.runtime = runtime;
  }

  /** Their memory. */
  public List<Used> memory() {
    return measurer.measure(Depth.CORE).pods().stream().map(PodFigures::memory).toList();
  }

  private static Used memory(MeasuredPod pod) {
    List<OfContainer> containers = new ArrayList<>();
    long sum = 0;
    for (MeasuredContainer container : pod.containers()) {
      Long used = workingSet(container.measured());
      sum += Objects.requireNonNullElse(used, 0L);
      containers.add(new OfContainer(container.subject().name(), used, Room.NONE, Room.NONE));
    }
    Long whole = workingSet(pod.pod());
    return new Used(
        pod.subject().uid(),
        Objects.requireNonNullElse(whole, sum),
        0,
        Room.NONE,
        List.copyOf(containers));
  }

  private static @Nullable Long workingSet(@Nullable Measured measured) {
    CgroupUsage.Memory memory = measured == null ? null : measured.usage().memory();
    return memory == null ? null : memory.workingSet();
  }

  /** Their processes. */
  public List<Used> processes() {
    return measurer.measure(Depth.FULL).pods().stream()
        .map(
            pod ->
                new Used(
                    pod.subject().uid(),
                    0,
                    pod.containers().stream().mapToLong(PodFigures::processes).sum(),
                    Room.NONE,
                    List.of()))
        .toList();
  }

  private static long processes(MeasuredContainer container) {
    Measured measured = container.measured();
    CgroupUsage.Tasks tasks = measured == null ? null : measured.usage().tasks();
    return tasks == null ? 0 : tasks.processes();
  }

  /** What they have on the disks. */
  public List<Used> disks() {
    List<PodSubject> pods = measurer.subjects().pods();
    usages.prepareOwn(pods.stream().flatMap(this::paths).toList(), LATELY);
    RuntimeDisks.View view = runtime.look();
    return pods.stream().map(pod -> disks(pod, view)).toList();
  }

  private Stream<Path> paths(PodSubject pod) {
    return Stream.concat(
        source.files(pod),
        source.volumes(pod).entrySet().stream()
            .filter(volume -> volume.getKey().ephemeral())
            .map(Map.Entry::getValue));
  }

  private Used disks(PodSubject pod, RuntimeDisks.View view) {
    PodDisks disks = source.of(pod, FsStats.of(null), view);
    Room volumes =
        disks.volumes().entrySet().stream()
            .filter(volume -> volume.getKey().ephemeral())
            .map(volume -> Room.of(volume.getValue()))
            .reduce(Room.NONE, Room::plus);
    List<OfContainer> containers = new ArrayList<>();
    for (ContainerSubject container : pod.containers()) {
      containers.add(
          new OfContainer(
              container.name(),
              null,
              Room.of(view.rootfs(container.id())),
              Room.of(disks.logs().get(container.name()))));
    }
    return new Used(pod.uid(), 0, 0, volumes, List.copyOf(containers));
  }
}
