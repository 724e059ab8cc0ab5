package dev.jubelet.app.view;

import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.server.stats.ProvidedVolumeStats;
import dev.jubelet.volume.PodVolumes;
import dev.jubelet.volume.plugin.VolumeStats.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * The figures that kinds of volumes have of their own. Pods whose volumes something is wrong with
 * hear of it each time.
 *
 * <p>Thread: any.
 */
public record VolumeFiguresJoin(
    PodVolumes volumes, Function<PodUid, Optional<Pod>> pods, PodEvents events)
    implements ProvidedVolumeStats {
  /** A volume is at {@code <pod>/volumes/<plugin>/<name>}. */
  private static final int NAMES_FROM_POD = 4;

  @Override
  public boolean measures(Path volume) {
    return volumes.providesStats(volume);
  }

  @Override
  public Optional<Measured> measure(Path volume) {
    return volumes
        .stats(volume)
        .map(
            found -> {
              found.condition().filter(Condition::abnormal).ifPresent(c -> warn(volume, c));
              Boolean abnormal = found.condition().map(Condition::abnormal).orElse(null);
              return new Measured(found.source(), found.filesystem(), abnormal);
            });
  }

  private void warn(Path volume, Condition condition) {
    PodUid uid = new PodUid(volume.getName(volume.getNameCount() - NAMES_FROM_POD).toString());
    pods.apply(uid).ifPresent(pod -> warn(pod, volume, condition));
  }

  private void warn(Pod pod, Path volume, Condition condition) {
    String directory = volume.getFileName().toString();
    Containers.orEmpty(pod.getSpec().getVolumes()).stream()
        .map(Volume::getName)
        .filter(name -> volumes.directoryName(PodUid.of(pod), name).equals(directory))
        .forEach(
            name ->
                events.warning(
                    pod,
                    "VolumeConditionAbnormal",
                    "Volume %s: %s".formatted(name, condition.message())));
  }
}
