package dev.jubelet.pod.model;

import io.fabric8.kubernetes.api.model.Pod;

/** Which pod, for good: a name may be used again, a UID may not. */
public record PodUid(String value) {
  public static PodUid of(Pod pod) {
    return new PodUid(pod.getMetadata().getUid());
  }

  @Override
  public String toString() {
    return value;
  }
}
