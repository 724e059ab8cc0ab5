package dev.jubelet.volume.device;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;

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
}
