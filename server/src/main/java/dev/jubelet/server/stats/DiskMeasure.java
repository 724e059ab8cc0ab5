package dev.jubelet.server.stats;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.edge.usage.TreeSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds out what a directory uses: a volume's provider is asked, a mount is a whole filesystem, all
 * else is walked. Of a link to a device only its size is known.
 *
 * <p>Thread: one that the disk may hold up.
 */
record DiskMeasure(ProvidedVolumeStats volumes, CollectionMeter meter, Timers timers, Path sys)
    implements Function<Path, Optional<FsStats>> {
  DiskMeasure(ProvidedVolumeStats volumes, CollectionMeter meter, Timers timers) {
    this(volumes, meter, timers, Path.of("/sys"));
  }

  @Override
  public Optional<FsStats> apply(Path path) {
    long begun = timers.nanoTime();
    if (volumes.measures(path)) {
      Optional<ProvidedVolumeStats.Measured> found = volumes.measure(path);
      found.ifPresent(measured -> told(measured.source(), begun));
      return found.map(measured -> FsStats.of(measured.filesystem()).ofHealth(measured.abnormal()));
    }
    if (Files.isSymbolicLink(path)) {
      return DeviceSize.of(path, sys).map(FsStats::ofDevice);
    }
    Optional<FsStats> filesystem = Filesystem.of(path).map(FsStats::of);
    if (filesystem.isEmpty()) {
      return Optional.empty();
    }
    if (TreeSize.isMount(path)) {
      told("statfs", begun);
      return filesystem;
    }
    Optional<FsStats> used = TreeSize.of(path).map(filesystem.get()::usedBy);
    told("du", begun);
    return used;
  }

  private void told(String source, long begun) {
    meter.collected(source, Duration.ofNanos(timers.nanoTime() - begun));
  }
}
