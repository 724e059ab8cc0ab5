package dev.jubelet.volume.claim;

import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiResource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;

/**
 * What is asked of the API server about claims; all throw ApiException. The Node authorizer lets a
 * node get single claims and volumes of its pods and neither list nor watch them, so a pod that
 * waits for its claim has it read again with growing pauses.
 */
public interface ClaimRequests {
  PersistentVolumeClaim claim(String namespace, String name);

  PersistentVolume volume(String name);

  static ClaimRequests of(ApiClient client) {
    ApiResource<PersistentVolumeClaim> claims =
        ApiResource.core(
            "persistentvolumeclaims", "PersistentVolumeClaim", PersistentVolumeClaim.class);
    ApiResource<PersistentVolume> volumes =
        ApiResource.core("persistentvolumes", "PersistentVolume", PersistentVolume.class);
    return new ClaimRequests() {
      @Override
      public PersistentVolumeClaim claim(String namespace, String name) {
        return client.get(claims.object(namespace, name));
      }

      @Override
      public PersistentVolume volume(String name) {
        return client.get(volumes.object("", name));
      }
    };
  }
}
