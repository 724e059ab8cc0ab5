package dev.jubelet.pod.mirror;

import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.PodKey;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;

/** Static pods and mirrors for tests. */
final class StaticPods {
  private StaticPods() {}

  /** A version of a manifest is another pod, with the version as UID and hash. */
  static Pod staticPod(String name, String version) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName(name)
        .withUid(version)
        .addToLabels("app", name)
        .addToAnnotations(Annotations.HASH, version)
        .addToAnnotations(Annotations.SOURCE, "file")
        .endMetadata()
        .withNewSpec()
        .withNodeName("node")
        .addNewContainer()
        .withName("main")
        .endContainer()
        .endSpec()
        .withNewStatus()
        .withPhase("Running")
        .endStatus()
        .build();
  }

  static Pod mirror(String name, String version, String uid) {
    return new PodBuilder(staticPod(name, version))
        .editMetadata()
        .withUid(uid)
        .addToAnnotations(Annotations.MIRROR, version)
        .endMetadata()
        .build();
  }

  static PodKey key(String name) {
    return new PodKey("ns", name);
  }
}
