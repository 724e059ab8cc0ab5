package dev.jubelet.volume.claim;

import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.pod.model.ClaimSource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;

/**
 * Claims as the API server has them. The Node authorizer lets a node get single claims and volumes
 * of its pods and neither list nor watch them, so a pod that waits for its claim has it read again
 * with growing pauses.
 *
 * <p>Thread: any.
 */
public record ClaimRequests(ApiClient client) implements ClaimSource {
  private static final ApiResource<PersistentVolumeClaim> CLAIMS =
      ApiResource.core(
          "persistentvolumeclaims", "PersistentVolumeClaim", PersistentVolumeClaim.class);
  private static final ApiResource<PersistentVolume> VOLUMES =
      ApiResource.core("persistentvolumes", "PersistentVolume", PersistentVolume.class);

  @Override
  public PersistentVolumeClaim claim(String namespace, String name) {
    return client.get(CLAIMS.object(namespace, name));
  }

  @Override
  public PersistentVolume volume(String name) {
    return client.get(VOLUMES.object("", name));
  }
}
