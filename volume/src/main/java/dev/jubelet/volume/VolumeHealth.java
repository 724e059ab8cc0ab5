package dev.jubelet.volume;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.volume.plugin.VolumeStats;
import dev.jubelet.volume.plugin.VolumeStats.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * How full volumes are and how they are, told by their drivers. A pod gets an event each time that
 * something is wrong with one of its volumes.
 *
 * <p>Thread: any; blocks in the driver.
 */
public record VolumeHealth(
    PodVolumes volumes, Function<PodUid, Optional<Pod>> pods, Warnings warnings) {

  /** Takes a warning event about a pod. */
  public interface Warnings {
    void warn(Pod pod, String reason, String message);
  }

  /** A volume is at {@code <pod>/volumes/<plugin>/<name>}. */
  private static final int NAMES_FROM_POD = 4;

  /** Whether a volume, by its directory, has figures of its own. */
  public boolean measures(Path volume) {
    return volumes.providesStats(volume);
  }

  /** Empty when its driver does not tell. */
  public Optional<VolumeStats> measure(Path volume) {
    Optional<VolumeStats> found = volumes.stats(volume);
    found
        .flatMap(VolumeStats::condition)
        .filter(Condition::abnormal)
        .ifPresent(condition -> warn(volume, condition));
    return found;
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
                warnings.warn(
                    pod,
                    "VolumeConditionAbnormal",
                    "Volume %s: %s".formatted(name, condition.message())));
  }
}
