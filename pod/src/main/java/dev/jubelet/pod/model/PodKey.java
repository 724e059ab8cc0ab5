package dev.jubelet.pod.model;

import io.fabric8.kubernetes.api.model.Pod;

/** What people call a pod: namespace and name. */
public record PodKey(String namespace, String name) {
  public static PodKey of(Pod pod) {
    return new PodKey(pod.getMetadata().getNamespace(), pod.getMetadata().getName());
  }

  /** The form that upstream's messages use: {@code name_namespace(uid)}. */
  public String withUid(PodUid uid) {
    return name + "_" + namespace + "(" + uid + ")";
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
