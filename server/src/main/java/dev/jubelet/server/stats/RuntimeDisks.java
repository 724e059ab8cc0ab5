package dev.jubelet.server.stats;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.api.cri.ContainerStats;
import dev.jubelet.api.cri.FilesystemUsage;
import dev.jubelet.api.cri.ImageFsInfoRequest;
import dev.jubelet.api.cri.ImageFsInfoResponse;
import dev.jubelet.api.cri.ListContainerStatsRequest;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriImages;
import dev.jubelet.edge.cri.CriStats;
import dev.jubelet.edge.usage.Filesystem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What only the runtime knows: the size of the images and of each container's writable layer, and
 * its own figures for containers whose cgroup is not where others have theirs.
 *
 * <p>Thread: any; blocks in the runtime. Owns: the last answer, kept for a few seconds.
 */
public final class RuntimeDisks {
  private static final Logger log = LoggerFactory.getLogger(RuntimeDisks.class);
  private static final Duration FRESH = Duration.ofSeconds(10);

  private final CriStats stats;
  private final CriImages images;
  private final Timers timers;

  @GuardedBy("this")
  private @Nullable View last;

  @GuardedBy("this")
  private long lastAt;

  /** The answer, by container ID; a part that the runtime did not tell is missing. */
  record View(
      @Nullable FsStats imageFs,
      @Nullable FsStats containerFs,
      Map<String, ContainerStats> containers) {

    /** The writable layer of a container, on the filesystem of all containers. */
    @Nullable FsStats rootfs(String id) {
      ContainerStats container = containers.get(id);
      if (container == null || containerFs == null || !container.hasWritableLayer()) {
        return null;
      }
      return used(containerFs, container.getWritableLayer());
    }
  }

  public RuntimeDisks(CriStats stats, CriImages images, Timers timers) {
    this.stats = stats;
    this.images = images;
    this.timers = timers;
  }

  synchronized View look() {
    long now = timers.nanoTime();
    View known = last;
    if (known == null || now - lastAt > FRESH.toNanos()) {
      known = ask();
      last = known;
      lastAt = now;
    }
    return known;
  }

  private View ask() {
    FsStats imageFs = null;
    FsStats containerFs = null;
    Map<String, ContainerStats> containers = new HashMap<>();
    try {
      ImageFsInfoResponse disks = images.imageFsInfo(ImageFsInfoRequest.getDefaultInstance());
      imageFs = first(disks.getImageFilesystemsList());
      FsStats own = first(disks.getContainerFilesystemsList());
      containerFs = own == null ? imageFs : own;
      stats
          .listContainerStats(ListContainerStatsRequest.getDefaultInstance())
          .getStatsList()
          .forEach(one -> containers.put(one.getAttributes().getId(), one));
    } catch (CriException e) {
      log.atDebug()
          .addKeyValue("error", e.getMessage())
          .log("Failed to get container stats from the runtime");
    }
    return new View(imageFs, containerFs, containers);
  }

  private static @Nullable FsStats first(List<FilesystemUsage> disks) {
    if (disks.isEmpty()) {
      return null;
    }
    FilesystemUsage disk = disks.getFirst();
    Path place = Path.of(disk.getFsId().getMountpoint());
    return used(FsStats.of(Filesystem.of(place).orElse(null)), disk);
  }

  private static FsStats used(FsStats fs, FilesystemUsage usage) {
    return fs.usedBy(
        usage.hasUsedBytes() ? usage.getUsedBytes().getValue() : null,
        usage.hasInodesUsed() ? usage.getInodesUsed().getValue() : null);
  }
}
