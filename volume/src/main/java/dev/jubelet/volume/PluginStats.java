package dev.jubelet.volume;

import dev.jubelet.edge.linux.BlockingCalls;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumePlugins;
import dev.jubelet.volume.plugin.VolumeStats;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks plugins how full their volumes are. Directories are {@code <pod>/volumes/<plugin>/<name>}.
 *
 * <p>Thread: any. Owns: threads that a plugin may hold; a caller waits for them only shortly.
 */
final class PluginStats {
  private static final Logger log = LoggerFactory.getLogger(PluginStats.class);
  private static final int MAX_CALLS = 16;
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final int NAMES_FROM_POD = 4;

  private final VolumePlugins plugins;
  private final BlockingCalls calls = new BlockingCalls("volume-stats", MAX_CALLS, TIMEOUT);

  PluginStats(VolumePlugins plugins) {
    this.plugins = plugins;
  }

  /** Whether the plugin of the volume in that directory has stats of its own. */
  boolean provides(Path directory) {
    return provider(directory).isPresent();
  }

  private Optional<VolumePlugin> provider(Path directory) {
    Path plugin = directory.getParent();
    return plugins.all().stream()
        .filter(VolumePlugin::providesStats)
        .filter(one -> plugin != null && plugin.endsWith(one.escapedName()))
        .findFirst();
  }

  /** Empty when they cannot be had soon. */
  Optional<VolumeStats> read(Path directory) {
    PodUid pod =
        new PodUid(directory.getName(directory.getNameCount() - NAMES_FROM_POD).toString());
    String name = directory.getFileName().toString();
    return provider(directory).flatMap(plugin -> read(plugin, pod, name));
  }

  private Optional<VolumeStats> read(VolumePlugin plugin, PodUid pod, String name) {
    try {
      return calls.run(
          "stats of volume %s of pod %s".formatted(name, pod), () -> plugin.stats(pod, name));
    } catch (IOException | VolumeException | LinuxException e) {
      log.atDebug()
          .addKeyValue("podUID", pod)
          .addKeyValue("volume", name)
          .addKeyValue("cause", e.toString())
          .log("Failed to read volume stats");
      return Optional.empty();
    }
  }
}
