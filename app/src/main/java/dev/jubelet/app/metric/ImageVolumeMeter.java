package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.pod.model.ActuationOutcome;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.pod.spec.Containers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * Counts images that containers mount as volumes. A container whose image or volumes cannot be had
 * has asked the runtime for nothing yet.
 *
 * <p>Thread: any. Owns: the counts.
 */
final class ImageVolumeMeter {
  private static final String MOUNT_FAILED = "ImageVolumeMountFailed";

  private final LongAdder requested = new LongAdder();
  private final LongAdder mounted = new LongAdder();
  private final LongAdder failed = new LongAdder();

  ImageVolumeMeter(MetricRegistry registry) {
    registry.add(
        Collected.counter(
            "kubelet_image_volume_requested_total",
            "[BETA] Number of requested image volumes.",
            requested::sum));
    registry.add(
        Collected.counter(
            "kubelet_image_volume_mounted_succeed_total",
            "[BETA] Number of successful image volume mounts.",
            mounted::sum));
    registry.add(
        Collected.counter(
            "kubelet_image_volume_mounted_errors_total",
            "[BETA] Number of failed image volume mounts.",
            failed::sum));
  }

  void actuated(Pod pod, ActuationOutcome outcome) {
    Set<String> images =
        Containers.orEmpty(pod.getSpec().getVolumes()).stream()
            .filter(volume -> volume.getImage() != null)
            .map(Volume::getName)
            .collect(Collectors.toSet());
    if (images.isEmpty()) {
      return;
    }
    for (ContainerSpec spec : ContainerSpec.all(pod)) {
      StartError error = outcome.failed().get(spec.name());
      if (outcome.started().contains(spec.name())) {
        count(spec, images, mounted);
      } else if (error != null && error.reason() == WaitReason.CREATE_CONTAINER_ERROR) {
        count(spec, images, error.message().startsWith(MOUNT_FAILED) ? failed : mounted);
      }
    }
  }

  private void count(ContainerSpec spec, Set<String> images, LongAdder how) {
    long mounts =
        Containers.orEmpty(spec.container().getVolumeMounts()).stream()
            .map(VolumeMount::getName)
            .filter(images::contains)
            .count();
    requested.add(mounts);
    how.add(mounts);
  }
}
