package dev.jubelet.server.stats;

import dev.jubelet.api.cri.ContainerStats;
import dev.jubelet.api.cri.ContainerStatsFilter;
import dev.jubelet.api.cri.FilesystemUsage;
import dev.jubelet.api.cri.ImageFsInfoRequest;
import dev.jubelet.api.cri.ImageFsInfoResponse;
import dev.jubelet.api.cri.ListContainerStatsRequest;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriImages;
import dev.jubelet.edge.cri.CriStats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the containers of one pod have written where nothing is mounted, and whether that is on the
 * node's own disk.
 *
 * <p>Thread: any; blocks in the runtime. Owns: the answer to the latter, which does not change.
 */
public final class WritableLayers {
  private static final Logger log = LoggerFactory.getLogger(WritableLayers.class);

  private final Function<String, List<ContainerStats>> stats;
  private final Supplier<List<FilesystemUsage>> disks;
  private final Path nodeDirectory;
  private volatile @Nullable Boolean onNodeDisk;

  /**
   * @param nodeDirectory one on the node's own disk
   */
  public WritableLayers(CriStats stats, CriImages images, Path nodeDirectory) {
    this(sandbox -> ofSandbox(stats, sandbox), () -> disks(images), nodeDirectory);
  }

  WritableLayers(
      Function<String, List<ContainerStats>> stats,
      Supplier<List<FilesystemUsage>> disks,
      Path nodeDirectory) {
    this.stats = stats;
    this.disks = disks;
    this.nodeDirectory = nodeDirectory;
  }

  private static List<ContainerStats> ofSandbox(CriStats stats, String sandbox) {
    return stats
        .listContainerStats(
            ListContainerStatsRequest.newBuilder()
                .setFilter(ContainerStatsFilter.newBuilder().setPodSandboxId(sandbox))
                .build())
        .getStatsList();
  }

  /** The one of images and, where it is another, the one of containers. */
  private static List<FilesystemUsage> disks(CriImages images) {
    ImageFsInfoResponse answer = images.imageFsInfo(ImageFsInfoRequest.getDefaultInstance());
    return Stream.concat(
            answer.getImageFilesystemsList().stream().limit(1),
            answer.getContainerFilesystemsList().stream().limit(1))
        .toList();
  }

  /** Those of one sandbox; none when the runtime does not tell. */
  RuntimeDisks.View of(String sandbox) {
    Map<String, ContainerStats> containers = new HashMap<>();
    try {
      stats.apply(sandbox).forEach(one -> containers.put(one.getAttributes().getId(), one));
    } catch (CriException e) {
      untold(e);
    }
    return new RuntimeDisks.View(null, FsStats.of(null), containers);
  }

  /** False as long as nobody knows. */
  boolean onNodeDisk() {
    Boolean known = onNodeDisk;
    if (known == null) {
      try {
        known = areOnNodeDisk(disks.get());
        onNodeDisk = known;
      } catch (CriException | IOException e) {
        untold(e);
        return false;
      }
    }
    return known;
  }

  private boolean areOnNodeDisk(List<FilesystemUsage> all) throws IOException {
    Object own = device(nodeDirectory);
    for (FilesystemUsage disk : all) {
      if (!own.equals(device(Path.of(disk.getFsId().getMountpoint())))) {
        return false;
      }
    }
    return !all.isEmpty();
  }

  private static Object device(Path path) throws IOException {
    return Files.getAttribute(path, "unix:dev");
  }

  private static void untold(Exception e) {
    log.atDebug()
        .addKeyValue("error", e.getMessage())
        .log("Failed to get writable layer usage from the runtime");
  }
}
