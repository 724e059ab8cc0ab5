package dev.jubelet.pod.translate;

import static dev.jubelet.pod.translate.spec.SpecValues.isTrue;
import static dev.jubelet.pod.translate.spec.SpecValues.list;
import static dev.jubelet.pod.translate.spec.SpecValues.text;

import dev.jubelet.api.cri.Device;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeDevice;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The volumes of its pod that a container gets as devices. Thread: any. */
final class VolumeDevices {
  private static final String ALL = "mrw";
  private static final String READING = "r";

  private VolumeDevices() {}

  static List<Device> of(Pod pod, Container container, PodSurroundings around) {
    return list(container.getVolumeDevices()).stream()
        .map(wanted -> device(pod, container, wanted, around))
        .toList();
  }

  private static Device device(
      Pod pod, Container container, VolumeDevice wanted, PodSurroundings around) {
    String inContainer = text(wanted.getDevicePath());
    if (!inContainer.startsWith("/")) {
      throw new UntranslatableException(
          "error DevicePath `%s` must be an absolute path".formatted(inContainer));
    }
    Optional<Volume> claim = claim(pod, wanted.getName());
    Path onHost = around.volumes().get(wanted.getName());
    if (claim.isEmpty() || onHost == null) {
      throw new UntranslatableException(
          "cannot find volume \"%s\" to pass into container \"%s\""
              .formatted(wanted.getName(), container.getName()));
    }
    return Device.newBuilder()
        .setHostPath(onHost.toString())
        .setContainerPath(inContainer)
        .setPermissions(claim.filter(VolumeDevices::isForReading).isPresent() ? READING : ALL)
        .build();
  }

  /** Only claims can be devices: other volumes are directories and files. */
  private static Optional<Volume> claim(Pod pod, String name) {
    return list(pod.getSpec().getVolumes()).stream()
        .filter(volume -> volume.getName().equals(name))
        .filter(
            volume -> volume.getPersistentVolumeClaim() != null || volume.getEphemeral() != null)
        .findFirst();
  }

  private static boolean isForReading(Volume volume) {
    return volume.getPersistentVolumeClaim() != null
        && isTrue(volume.getPersistentVolumeClaim().getReadOnly());
  }
}
