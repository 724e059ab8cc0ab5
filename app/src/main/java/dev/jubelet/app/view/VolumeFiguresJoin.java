package dev.jubelet.app.view;

import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.server.stats.VolumeFigures;
import dev.jubelet.volume.PodVolumes;
import java.nio.file.Path;
import java.util.Optional;

/** The figures that kinds of volumes have of their own. Thread: any. */
public record VolumeFiguresJoin(PodVolumes volumes) implements VolumeFigures {
  @Override
  public boolean measures(Path volume) {
    return volumes.measures(volume);
  }

  @Override
  public Optional<Filesystem> measure(Path volume) {
    return volumes.measure(volume);
  }
}
