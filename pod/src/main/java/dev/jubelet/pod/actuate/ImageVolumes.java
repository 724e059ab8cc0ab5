package dev.jubelet.pod.actuate;

import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.Mount;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.base.Timeline;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Containers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Volumes that are images: got onto the machine before the first container of the pod starts, and
 * mounted by the runtime. One that cannot be had holds up the containers that mount it, no others.
 *
 * <p>Thread: the pod's lane; blocks while images are pulled.
 */
public record ImageVolumes(Images images, Timeline timeline) {
  /** What runtimes say of a mount without a path, which is how old ones read that of an image. */
  private static final String NAMELESS = "\"\": ";

  /** How it went, by the name of the volume; empty for a pod without such volumes. */
  Map<String, ImageOutcome> ensure(Pod pod, PodSandboxConfig sandbox) {
    Map<String, ImageOutcome> found = new LinkedHashMap<>();
    for (Volume volume : Containers.orEmpty(pod.getSpec().getVolumes())) {
      if (volume.getImage() != null) {
        found.put(volume.getName(), ensure(pod, volume, sandbox));
      }
    }
    return found;
  }

  private ImageOutcome ensure(Pod pod, Volume volume, PodSandboxConfig sandbox) {
    Timeline.Step step =
        timeline.begin(PodUid.of(pod).value(), "image volume", volume.getImage().getReference());
    ImageOutcome outcome = images.ensureVolume(pod, volume, sandbox, step);
    step.end(
        outcome instanceof ImageOutcome.Unavailable bad ? bad.error().reason().wireName() : "");
    return outcome;
  }

  /** The last volume of the container whose image is not there. */
  static Optional<ImageOutcome.Unavailable> missing(
      ContainerSpec spec, Map<String, ImageOutcome> found) {
    Optional<ImageOutcome.Unavailable> last = Optional.empty();
    for (VolumeMount mount : Containers.orEmpty(spec.container().getVolumeMounts())) {
      if (found.get(mount.getName()) instanceof ImageOutcome.Unavailable missing) {
        last = Optional.of(missing);
      }
    }
    return last;
  }

  /** What to say when the runtime is too old to know of images as volumes. */
  static Optional<String> unknownTo(ContainerConfig config, CriException e) {
    return config.getMountsList().stream().anyMatch(Mount::hasImage) && e.text().contains(NAMELESS)
        ? Optional.of(
            e.text() + ": the runtime cannot mount images; that needs containerd 2.1 or CRI-O 1.31")
        : Optional.empty();
  }
}
