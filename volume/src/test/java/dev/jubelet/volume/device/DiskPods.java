package dev.jubelet.volume.device;

import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.Optional;

/** Pods that share disks. */
public final class DiskPods {
  private DiskPods() {}

  public static Pod pod(String uid) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("pod-" + uid)
        .withNamespace("default")
        .withUid(uid)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }

  /** A volume of that content, bound to the pod's claim. */
  public static VolumeSpec claimed(PersistentVolumeSpec content) {
    return new VolumeSpec(
        new VolumeBuilder().withName("data").withNewPersistentVolumeClaim("claim", false).build(),
        Optional.of(
            new VolumeSpec.Bound(
                new PersistentVolumeBuilder()
                    .withNewMetadata()
                    .withName("pv")
                    .endMetadata()
                    .withSpec(content)
                    .build(),
                new PersistentVolumeClaim())));
  }
}
