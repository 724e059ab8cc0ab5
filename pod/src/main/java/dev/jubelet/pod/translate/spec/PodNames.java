package dev.jubelet.pod.translate.spec;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;

/** How messages that people know from Kubernetes name a pod. Thread: any. */
public final class PodNames {

  /** For example {@code web-0_default(3f1c…)}. */
  public static String inMessages(Pod pod) {
    ObjectMeta meta = pod.getMetadata();
    return meta.getName() + "_" + meta.getNamespace() + "(" + meta.getUid() + ")";
  }

  private PodNames() {}
}
