package dev.jubelet.volume;

import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
        .withNamespace("shop")
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

  /** Volumes on a node that has nothing else. */
  static PodVolumes volumes(Path root, Mounts mounts, ObjectValues objects) {
    return new PodVolumes(
        new VolumeConfig(
            root, objects, () -> Map.of("memory", new Quantity("1Gi")), new ManualTimers()),
        mounts);
  }

  static Volume emptyDir(String name) {
    return new VolumeBuilder().withName(name).withNewEmptyDir().endEmptyDir().build();
  }

  static Volume hostPath(String path, String type) {
    return new VolumeBuilder().withName("host").withNewHostPath(path, type).build();
  }
}
