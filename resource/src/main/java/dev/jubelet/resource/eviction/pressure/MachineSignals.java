package dev.jubelet.resource.eviction.pressure;

import dev.jubelet.api.cri.FilesystemUsage;
import dev.jubelet.api.cri.ImageFsInfoRequest;
import dev.jubelet.api.cri.ImageFsInfoResponse;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriImages;
import dev.jubelet.edge.usage.CgroupReader;
import dev.jubelet.edge.usage.CgroupUsage;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.edge.usage.TaskLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The signals of this machine: a handful of the kernel's files and a call for each disk. Where the
 * runtime has its disks it is asked until it answers once.
 *
 * <p>Thread: the eviction lane. Owns: the reader, and what is known of the disks.
 */
public final class MachineSignals implements NodeSignals {
  private static final Logger log = LoggerFactory.getLogger(MachineSignals.class);
  private static final String WHOLE = "/";

  private final CgroupReader cgroups;
  private final CriImages images;
  private final Machine machine;
  private final Timers timers;
  private final long begun;
  private @Nullable Disks disks;

  /**
   * What does not change.
   *
   * @param root a directory on the node's own disk
   * @param pods the cgroup of all pods
   */
  public record Machine(long memoryBytes, Path root, String pods, Path proc) {}

  private record Disks(Path images, Path containers, DiskLayout layout) {}

  /** Takes a reader of its own. */
  public MachineSignals(CgroupReader cgroups, CriImages images, Machine machine, Timers timers) {
    this.cgroups = cgroups;
    this.images = images;
    this.machine = machine;
    this.timers = timers;
    this.begun = timers.nanoTime();
  }

  @Override
  public Optional<DiskLayout> layout() {
    if (disks == null) {
      disks = find().orElse(null);
    }
    return Optional.ofNullable(disks).map(Disks::layout);
  }

  @Override
  public Map<NodeSignal, Reading> read() {
    Map<NodeSignal, Reading> found = new EnumMap<>(NodeSignal.class);
    readMemory(found);
    readPids(found);
    readDisk(machine.root(), NodeSignal.NODE_DISK, NodeSignal.NODE_INODES, found);
    Disks known = disks;
    if (known != null) {
      readDisk(known.images(), NodeSignal.IMAGE_DISK, NodeSignal.IMAGE_INODES, found);
      readDisk(known.containers(), NodeSignal.CONTAINER_DISK, NodeSignal.CONTAINER_INODES, found);
    }
    return found;
  }

  private void readMemory(Map<NodeSignal, Reading> found) {
    try {
      workingSet(WHOLE)
          .ifPresent(used -> found.put(NodeSignal.MEMORY, left(machine.memoryBytes(), used)));
      long limit = cgroups.limits(machine.pods()).memoryBytes();
      if (limit >= 0) {
        workingSet(machine.pods())
            .ifPresent(used -> found.put(NodeSignal.ALLOCATABLE_MEMORY, left(limit, used)));
      }
    } finally {
      cgroups.release();
    }
  }

  private Optional<Long> workingSet(String cgroup) {
    return cgroups
        .usage(cgroup, CgroupUsage.Depth.CORE, false, null)
        .map(CgroupUsage::memory)
        .map(CgroupUsage.Memory::workingSet);
  }

  private void readPids(Map<NodeSignal, Reading> found) {
    TaskLimits tasks = TaskLimits.read(machine.proc());
    found.put(NodeSignal.PIDS, left(tasks.most(), tasks.now()));
  }

  private void readDisk(
      Path place, NodeSignal bytes, NodeSignal inodes, Map<NodeSignal, Reading> found) {
    Filesystem.of(place)
        .ifPresent(
            disk -> {
              found.put(bytes, reading(disk.availableBytes(), disk.capacityBytes()));
              if (disk.inodes() > 0) {
                found.put(inodes, reading(disk.inodesFree(), disk.inodes()));
              }
            });
  }

  private Reading left(long most, long used) {
    return reading(Math.max(0, most - used), Math.max(most, used));
  }

  private Reading reading(long available, long capacity) {
    return new Reading(available, capacity, Duration.ofNanos(timers.nanoTime() - begun));
  }

  private Optional<Disks> find() {
    try {
      ImageFsInfoResponse answer = images.imageFsInfo(ImageFsInfoRequest.getDefaultInstance());
      Optional<Path> ofImages = first(answer.getImageFilesystemsList());
      Optional<Path> ofContainers = first(answer.getContainerFilesystemsList()).or(() -> ofImages);
      return ofImages.isEmpty()
          ? Optional.empty()
          : Optional.of(disks(ofImages.get(), ofContainers.get()));
    } catch (CriException | IOException e) {
      log.atDebug()
          .addKeyValue("error", e.getMessage())
          .log("The runtime does not tell where its disks are; asking again in the next pass");
      return Optional.empty();
    }
  }

  private static Optional<Path> first(List<FilesystemUsage> disks) {
    return disks.stream().findFirst().map(disk -> Path.of(disk.getFsId().getMountpoint()));
  }

  private Disks disks(Path ofImages, Path ofContainers) throws IOException {
    Object imageDevice = device(ofImages);
    DiskLayout layout =
        !imageDevice.equals(device(ofContainers))
            ? DiskLayout.SPLIT
            : imageDevice.equals(device(machine.root()))
                ? DiskLayout.SINGLE
                : DiskLayout.DEDICATED_IMAGES;
    log.atInfo()
        .addKeyValue("layout", layout)
        .addKeyValue("images", ofImages)
        .addKeyValue("containers", ofContainers)
        .log("Disks of the node are known");
    return new Disks(ofImages, ofContainers, layout);
  }

  private static Object device(Path path) throws IOException {
    return Files.getAttribute(path, "unix:dev");
  }
}
