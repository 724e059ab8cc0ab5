package dev.jubelet.volume;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.List;
import java.util.stream.Stream;

/** Pods with volumes, each mounted by the pod's one container. */
final class VolumePods {
  private VolumePods() {}

  static Pod with(Volume... volumes) {
    List<VolumeMount> mounts =
        Stream.of(volumes)
            .map(v -> new VolumeMountBuilder().withName(v.getName()).withMountPath("/m").build())
            .toList();
    return new PodBuilder()
        .withNewMetadata()
        .withName("web")
        .withUid("uid-1")
        .endMetadata()
        .withNewSpec()
        .withVolumes(volumes)
        .addNewContainer()
        .withName("web")
        .withVolumeMounts(mounts)
        .endContainer()
        .endSpec()
        .build();
  }

  static Volume emptyDir(String name) {
    return new VolumeBuilder().withName(name).withNewEmptyDir().endEmptyDir().build();
  }

  static Volume hostPath(String path, String type) {
    return new VolumeBuilder().withName("host").withNewHostPath(path, type).build();
  }
}
