package dev.jubelet.volume;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.VolumesOnDisk.Found;
import dev.jubelet.volume.meter.StateOfWorld;
import dev.jubelet.volume.meter.TrackedVolume;
import dev.jubelet.volume.meter.VolumeMeter;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumePlugins;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reconstructs what an earlier agent has left, from the disk: plugins read their own records, every
 * volume counts as mounted, and its pod holds it. A volume that no plugin knows can only be cleaned
 * up with its pod.
 *
 * <p>Thread: any. Owns: how many volumes of each pod no plugin knows.
 */
final class Reconstruction {
  private static final Logger log = LoggerFactory.getLogger(Reconstruction.class);

  private final VolumesOnDisk onDisk;
  private final VolumePlugins plugins;
  private final VolumeGate gate;
  private final Mounts mounts;
  private final VolumeMeter meter;
  private final StateOfWorld stateOfWorld;
  private final Map<PodUid, Integer> unknown = new ConcurrentHashMap<>();

  Reconstruction(
      VolumesOnDisk onDisk,
      VolumePlugins plugins,
      VolumeGate gate,
      Mounts mounts,
      VolumeMeter meter,
      StateOfWorld stateOfWorld) {
    this.onDisk = onDisk;
    this.plugins = plugins;
    this.gate = gate;
    this.mounts = mounts;
    this.meter = meter;
    this.stateOfWorld = stateOfWorld;
  }

  /** At the start, before there are pods. What no pod uses is removed meanwhile. */
  void run() {
    try {
      for (VolumePlugin plugin : plugins.all()) {
        plugin.reconstruct();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("failed to read the volume records on disk", e);
    }
    try {
      List<Found> found = onDisk.all();
      found.forEach(this::count);
      MountTable table = mounts.table();
      for (Found volume : found) {
        reconstructHolder(volume, table);
      }
    } catch (IOException e) {
      log.atWarn()
          .addKeyValue("cause", ErrorText.text(e))
          .log("Failed to reconstruct all volumes; continuing without the rest");
    }
    // A platform thread, as calls of the kernel may hold it for long.
    Thread.ofPlatform().daemon().name("volume-orphans").start(this::removeOrphans);
  }

  private void count(Found volume) {
    Optional<String> plugin = metricName(volume);
    meter.reconstructed(plugin.isEmpty());
    if (plugin.isPresent()) {
      stateOfWorld.addReconstructed(volume.pod(), new TrackedVolume(plugin.get(), volume.name()));
      return;
    }
    unknown.merge(volume.pod(), 1, Integer::sum);
    log.atWarn()
        .addKeyValue("podUID", volume.pod())
        .addKeyValue("volume", volume.name())
        .addKeyValue("plugin", volume.plugin())
        .log("Failed to reconstruct volume; cleaning it up with its pod");
  }

  /** The name of the volume's plugin in metrics; empty when no plugin knows the volume. */
  private Optional<String> metricName(Found volume) {
    if (BuiltInVolumes.isOnDisk(volume.plugin())) {
      return Optional.of(volume.plugin().replace('~', '/'));
    }
    Optional<VolumePlugin> plugin = plugins.named(volume.plugin());
    try {
      return plugin.isPresent()
          ? plugin.get().metricName(volume.pod(), volume.name())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void reconstructHolder(Found volume, MountTable table) throws IOException {
    Optional<VolumePlugin> plugin = plugins.named(volume.plugin());
    Optional<String> uniqueName =
        plugin.isPresent()
            ? plugin.get().uniqueName(volume.pod(), volume.name())
            : Optional.empty();
    if (uniqueName.isEmpty()) {
      return;
    }
    gate.reconstruct(volume.pod(), volume.name(), uniqueName.get());
    Path directory = onDisk.mounts(volume.pod(), volume.plugin());
    if (Files.isDirectory(directory)) {
      table
          .highest(directory.toRealPath().resolve(volume.name()))
          .ifPresent(mount -> gate.reconstructLabel(volume.pod(), uniqueName.get(), mount.label()));
    }
  }

  private void removeOrphans() {
    for (VolumePlugin plugin : plugins.all()) {
      try {
        plugin.removeOrphans();
      } catch (IOException | RuntimeException e) {
        log.atWarn()
            .addKeyValue("plugin", plugin.escapedName())
            .addKeyValue("cause", e.toString())
            .log("Failed to remove orphaned volumes; retrying at the next start");
      }
    }
  }

  /** The volumes of the pod were torn down, or could not be. */
  void tornDown(PodUid pod, boolean failed) {
    Integer count = failed ? unknown.get(pod) : unknown.remove(pod);
    for (int i = 0; count != null && i < count; i++) {
      meter.forceCleaned(failed);
    }
  }
}
