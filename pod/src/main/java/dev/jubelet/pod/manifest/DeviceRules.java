package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeDevice;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The API's rules for what a container has as a device.
 *
 * <p>Thread: one. Owns: the names and paths seen so far.
 */
final class DeviceRules {
  private static final String UNIQUE = "must be unique";

  private final Container container;
  private final List<Volume> volumes;
  private final String path;
  private final Problems problems;
  private final Set<String> names = new HashSet<>();
  private final Set<String> paths = new HashSet<>();

  DeviceRules(Container container, List<Volume> volumes, String path, Problems problems) {
    this.container = container;
    this.volumes = volumes;
    this.path = path;
    this.problems = problems;
  }

  void check() {
    List<VolumeDevice> devices = container.getVolumeDevices();
    for (int i = 0; i < devices.size(); i++) {
      name(devices.get(i), path + "[" + i + "].name");
      devicePath(devices.get(i), path + "[" + i + "].devicePath");
    }
  }

  private void name(VolumeDevice device, String at) {
    String name = device.getName();
    if (MetaRules.isEmpty(name)) {
      problems.required(at, "a device names a volume of the pod");
      return;
    }
    Optional<Volume> named = volumes.stream().filter(v -> name.equals(v.getName())).findFirst();
    if (named.isEmpty()) {
      problems.notFound(at, name);
    } else if (!isClaim(named.get())) {
      problems.invalid(
          at,
          name,
          "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
    }
    if (!names.add(name)) {
      problems.invalid(at, name, UNIQUE);
    }
    if (container.getVolumeMounts().stream().anyMatch(mount -> name.equals(mount.getName()))) {
      problems.invalid(at, name, "must not already exist in volumeMounts");
    }
  }

  private static boolean isClaim(Volume volume) {
    return volume.getPersistentVolumeClaim() != null || volume.getEphemeral() != null;
  }

  private void devicePath(VolumeDevice device, String at) {
    String wanted = device.getDevicePath();
    if (MetaRules.isEmpty(wanted)) {
      problems.required(at, "a device needs a path in the container");
      return;
    }
    if (Arrays.asList(wanted.split("/", -1)).contains("..")) {
      problems.invalid(at, wanted, "can not contain backsteps ('..')");
    } else if (!paths.add(wanted)) {
      problems.invalid(at, wanted, UNIQUE);
    }
    if (container.getVolumeMounts().stream()
        .anyMatch(mount -> wanted.equals(mount.getMountPath()))) {
      problems.invalid(at, wanted, "must not already exist as a path in volumeMounts");
    }
  }
}
