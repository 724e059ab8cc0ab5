package dev.jubelet.volume;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.spec.Containers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeDevice;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The volumes of a pod's spec. */
final class Volumes {
  private Volumes() {}

  static List<Volume> declared(Pod pod) {
    return Containers.orEmpty(pod.getSpec().getVolumes());
  }

  /**
   * Those that some container uses; nobody misses the others, so they are not made. Images are the
   * runtime's to mount.
   */
  static List<Volume> used(Pod pod) {
    Set<String> mounted = mounted(pod);
    Set<String> devices = devices(pod);
    return declared(pod).stream()
        .filter(v -> v.getImage() == null)
        .filter(v -> mounted.contains(v.getName()) || devices.contains(v.getName()))
        .toList();
  }

  /** One that says nothing about itself is meant as an empty directory. */
  static boolean isEmptyDir(Volume volume) {
    return volume.getEmptyDir() != null
        || volume.equals(new VolumeBuilder().withName(volume.getName()).build());
  }

  /** The names of those that some container mounts. */
  static Set<String> mounted(Pod pod) {
    return ContainerSpec.all(pod).stream()
        .flatMap(spec -> Containers.orEmpty(spec.container().getVolumeMounts()).stream())
        .map(VolumeMount::getName)
        .collect(Collectors.toSet());
  }

  /** The names of those that some container has as a device. */
  static Set<String> devices(Pod pod) {
    return ContainerSpec.all(pod).stream()
        .flatMap(spec -> Containers.orEmpty(spec.container().getVolumeDevices()).stream())
        .map(VolumeDevice::getName)
        .collect(Collectors.toSet());
  }
}
