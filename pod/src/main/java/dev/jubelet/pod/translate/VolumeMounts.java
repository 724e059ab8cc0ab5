package dev.jubelet.pod.translate;

import static dev.jubelet.pod.translate.spec.SpecValues.isTrue;
import static dev.jubelet.pod.translate.spec.SpecValues.list;
import static dev.jubelet.pod.translate.spec.SpecValues.map;
import static dev.jubelet.pod.translate.spec.SpecValues.text;

import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.Mount;
import dev.jubelet.api.cri.MountPropagation;
import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.nio.file.Path;
import java.util.Optional;

/** How a container mounts the volumes of its pod. Thread: any. */
final class VolumeMounts {

  static Mount of(
      Pod pod,
      String containerName,
      VolumeMount mount,
      PodSurroundings around,
      boolean selinuxEnabled) {
    Mount.Builder shown = Mount.newBuilder();
    Path hostPath = around.volumes().get(mount.getName());
    if (around.imageVolumes().get(mount.getName()) instanceof ImageOutcome.Present image) {
      shown.setImage(imageOf(pod, mount, image));
    } else if (hostPath != null) {
      shown.setHostPath(hostPath.toString());
    } else {
      throw new UntranslatableException(
          "cannot find volume \"%s\" to mount into container \"%s\""
              .formatted(mount.getName(), containerName));
    }
    Optional<Volume> volume = volumeOf(pod, mount);
    return shown
        .setContainerPath(absolute(mount.getMountPath()))
        .setReadonly(
            isTrue(mount.getReadOnly()) || volume.filter(VolumeTraits::readOnly).isPresent())
        .setSelinuxRelabel(
            selinuxEnabled
                && (around.relabelled().contains(mount.getName())
                    || volume.filter(VolumeTraits::relabelled).isPresent()))
        .setPropagation(propagation(mount))
        .setRecursiveReadOnly(recursiveReadOnly(mount, around.recursiveReadOnlySupported()))
        .build();
  }

  private static ImageSpec imageOf(Pod pod, VolumeMount mount, ImageOutcome.Present image) {
    String asWritten =
        volumeOf(pod, mount).map(volume -> text(volume.getImage().getReference())).orElse("");
    return ImageSpec.newBuilder()
        .setImage(image.imageRef())
        .setUserSpecifiedImage(asWritten)
        .putAllAnnotations(map(pod.getMetadata().getAnnotations()))
        .build();
  }

  static String absolute(String containerPath) {
    return containerPath.startsWith("/") ? containerPath : "/" + containerPath;
  }

  private static Optional<Volume> volumeOf(Pod pod, VolumeMount mount) {
    return list(pod.getSpec().getVolumes()).stream()
        .filter(volume -> volume.getName().equals(mount.getName()))
        .findFirst();
  }

  private static MountPropagation propagation(VolumeMount mount) {
    String mode = text(mount.getMountPropagation(), "None");
    return switch (mode) {
      case "None" -> MountPropagation.PROPAGATION_PRIVATE;
      case "HostToContainer" -> MountPropagation.PROPAGATION_HOST_TO_CONTAINER;
      case "Bidirectional" -> MountPropagation.PROPAGATION_BIDIRECTIONAL;
      default ->
          throw new UntranslatableException(
              "invalid MountPropagation mode: \"%s\"".formatted(mode));
    };
  }

  private static boolean recursiveReadOnly(VolumeMount mount, boolean supported) {
    String mode = text(mount.getRecursiveReadOnly(), "Disabled");
    if (mode.equals("Disabled")) {
      return false;
    }
    if (!isTrue(mount.getReadOnly())) {
      throw refusal(mount, "but it is not read-only");
    }
    if (propagation(mount) != MountPropagation.PROPAGATION_PRIVATE) {
      throw refusal(
          mount,
          "but it is not compatible with propagation \"%s\""
              .formatted(mount.getMountPropagation()));
    }
    return switch (mode) {
      case "IfPossible" -> supported;
      case "Enabled" -> {
        if (!supported) {
          throw refusal(mount, "but it is not supported by the runtime");
        }
        yield true;
      }
      default ->
          throw new UntranslatableException(
              "failed to resolve recursive read-only mode: unknown recursive read-only mode \"%s\""
                  .formatted(mode));
    };
  }

  private static UntranslatableException refusal(VolumeMount mount, String why) {
    return new UntranslatableException(
        "failed to resolve recursive read-only mode: volume \"%s\" requested recursive read-only mode, %s"
            .formatted(mount.getName(), why));
  }

  private VolumeMounts() {}
}
