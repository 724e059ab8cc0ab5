package dev.jubelet.volume.projection;

import io.fabric8.kubernetes.api.model.Pod;

/** Gives tokens of the service accounts of pods; only a node with an API server has them. */
@FunctionalInterface
public interface PodTokens {

  /**
   * A token for the pod's service account that can be used now. May ask for it and wait. Throws
   * {@link dev.jubelet.volume.disk.VolumeException} when there is none.
   *
   * @param audience for whom it is; empty for the API server
   */
  String token(Pod pod, String audience, long lifeSeconds);
}
