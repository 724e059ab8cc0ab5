package dev.jubelet.volume;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.Entries;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.meter.CountedVolume;
import dev.jubelet.volume.meter.VolumeCensus;
import dev.jubelet.volume.meter.VolumeMeter;
import dev.jubelet.volume.plugin.VolumePlugin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks through the volumes that an earlier agent has left. Those that can be understood count as
 * there, and the disk is asked again when it matters; all that can be done with the others is to
 * clear them away.
 *
 * <p>Thread: any. Owns: how many volumes of each pod cannot be understood.
 */
final class Reconstruction {
  private static final Logger log = LoggerFactory.getLogger(Reconstruction.class);

  private final PodDirectories directories;
  private final Function<String, Optional<VolumePlugin>> kinds;
  private final VolumeMeter meter;
  private final VolumeCensus census;
  private final Map<PodUid, Integer> unknown = new ConcurrentHashMap<>();

  /** {@code kinds} by the name of their directory. */
  Reconstruction(
      PodDirectories directories,
      Function<String, Optional<VolumePlugin>> kinds,
      VolumeMeter meter,
      VolumeCensus census) {
    this.directories = directories;
    this.kinds = kinds;
    this.meter = meter;
    this.census = census;
  }

  /** At the start, before there are pods. */
  void look() throws IOException {
    for (Path pod : Entries.of(directories.all())) {
      PodUid uid = new PodUid(name(pod));
      for (String place : VolumeKinds.PLACES) {
        for (Path plugin : Entries.of(pod.resolve(place))) {
          for (Path volume : Entries.of(plugin)) {
            found(uid, name(plugin), name(volume));
          }
        }
      }
    }
  }

  private void found(PodUid pod, String plugin, String volume) {
    Optional<String> known = metricName(pod, plugin, volume);
    meter.reconstructed(known.isEmpty());
    if (known.isPresent()) {
      census.found(pod, new CountedVolume(known.get(), volume));
      return;
    }
    unknown.merge(pod, 1, Integer::sum);
    log.atWarn()
        .addKeyValue("podUID", pod)
        .addKeyValue("volume", volume)
        .addKeyValue("plugin", plugin)
        .log("A volume of an earlier agent is not understood; it ends with its pod");
  }

  /** How the plugin of the volume is called in metrics; empty when it is not understood. */
  private Optional<String> metricName(PodUid pod, String plugin, String volume) {
    if (PlainVolumes.isOnDisk(plugin)) {
      return Optional.of(plugin.replace('~', '/'));
    }
    Optional<VolumePlugin> kind = kinds.apply(plugin);
    try {
      return kind.isPresent() ? kind.get().metricName(pod, volume) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The volumes of the pod were cleared away, or could not be. */
  void ended(PodUid pod, boolean failed) {
    Integer count = failed ? unknown.get(pod) : unknown.remove(pod);
    for (int i = 0; count != null && i < count; i++) {
      meter.forceCleaned(failed);
    }
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }
}
