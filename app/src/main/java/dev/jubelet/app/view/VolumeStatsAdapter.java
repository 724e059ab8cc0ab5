package dev.jubelet.app.view;

import dev.jubelet.server.stats.ProvidedVolumeStats;
import dev.jubelet.volume.VolumeHealth;
import dev.jubelet.volume.plugin.VolumeStats.Condition;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The figures that volumes have of their own, for the pages about usage.
 *
 * <p>Thread: any.
 */
public record VolumeStatsAdapter(VolumeHealth volumes) implements ProvidedVolumeStats {

  @Override
  public boolean measures(Path volume) {
    return volumes.measures(volume);
  }

  @Override
  public Optional<Measured> measure(Path volume) {
    return volumes
        .measure(volume)
        .map(
            found ->
                new Measured(
                    found.source(),
                    found.filesystem(),
                    found.condition().map(Condition::abnormal).orElse(null)));
  }
}
