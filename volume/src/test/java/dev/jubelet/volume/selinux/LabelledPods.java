package dev.jubelet.volume.selinux;

import dev.jubelet.volume.device.DiskPods;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpecBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.SELinuxOptions;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;

/** Pods that say something of labels, and volumes for them. */
final class LabelledPods {
  private LabelledPods() {}

  static SELinuxOptions level(String level) {
    return new SELinuxOptions(level, null, null, null);
  }

  /** Two of its three containers mount the volume "data". */
  static Pod pod(String uid, String changePolicy, SELinuxOptions options) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("web")
        .withNamespace("shop")
        .withUid(uid)
        .endMetadata()
        .withNewSpec()
        .withNewSecurityContext()
        .withSeLinuxOptions(options)
        .withSeLinuxChangePolicy(changePolicy.isEmpty() ? null : changePolicy)
        .endSecurityContext()
        .addNewContainer()
        .withName("one")
        .addNewVolumeMount()
        .withName("data")
        .endVolumeMount()
        .endContainer()
        .addNewContainer()
        .withName("two")
        .addNewVolumeMount()
        .withName("data")
        .endVolumeMount()
        .endContainer()
        .addNewContainer()
        .withName("three")
        .endContainer()
        .endSpec()
        .build();
  }

  /** One container has options of its own. */
  static void own(Pod pod, SELinuxOptions options) {
    pod.getSpec()
        .getContainers()
        .getFirst()
        .setSecurityContext(new SecurityContextBuilder().withSeLinuxOptions(options).build());
  }

  static VolumeSpec volume(String... accessModes) {
    return DiskPods.claimed(new PersistentVolumeSpecBuilder().withAccessModes(accessModes).build());
  }

  static VolumeSpec inline() {
    return VolumeSpec.inline(new VolumeBuilder().withName("data").build());
  }
}
