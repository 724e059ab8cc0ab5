package dev.jubelet.pod.model;

import io.fabric8.kubernetes.api.model.Pod;

/** What people call a pod: namespace and name. */
public record PodKey(String namespace, String name) {
  public static PodKey of(Pod pod) {
    return new PodKey(pod.getMetadata().getNamespace(), pod.getMetadata().getName());
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
