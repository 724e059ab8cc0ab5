package dev.jubelet.pod.model;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;

/** What is asked of the API server about the claims of pods; all throw ApiException. */
public interface ClaimSource {
  PersistentVolumeClaim claim(String namespace, String name);

  PersistentVolume volume(String name);
}
