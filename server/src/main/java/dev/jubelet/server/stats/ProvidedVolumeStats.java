package dev.jubelet.server.stats;

import dev.jubelet.edge.usage.Filesystem;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Volumes that are measured by whoever provides them. Thread: one that may wait a little. */
public interface ProvidedVolumeStats {
  /** There are none. */
  ProvidedVolumeStats NONE =
      new ProvidedVolumeStats() {
        @Override
        public boolean measures(Path volume) {
          return false;
        }

        @Override
        public Optional<Measured> measure(Path volume) {
          return Optional.empty();
        }
      };

  /** Whether a volume, by its directory, is one of these. */
  boolean measures(Path volume);

  /** Empty when its provider does not tell. */
  Optional<Measured> measure(Path volume);

  /**
   * What a provider tells.
   *
   * @param source the driver's name
   * @param abnormal whether something is wrong with the volume; null when that is not told
   */
  record Measured(String source, Filesystem filesystem, @Nullable Boolean abnormal) {}
}
