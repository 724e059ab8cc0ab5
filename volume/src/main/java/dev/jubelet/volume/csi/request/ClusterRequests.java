package dev.jubelet.volume.csi.request;

import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.edge.apiserver.Patch;
import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/**
 * What volumes of drivers need from the API server each time anew: secrets of volumes and whether a
 * volume is attached. All throw {@link VolumeException}.
 *
 * <p>Thread: any; waits for the answer.
 */
public interface ClusterRequests {
  Map<String, String> secret(String namespace, String name);

  /** What attaching gave. Throws when the volume is not attached. */
  Map<String, String> attachment(String name);

  /** Whether attaching failed because the node has too many volumes; false when nobody knows. */
  boolean isOverLimit(String attachment);

  /** A strategic merge patch of a claim's status; returns the claim as it is then. */
  PersistentVolumeClaim claimStatus(String namespace, String name, Map<String, Object> patch);

  static ClusterRequests of(ApiClient client) {
    return new Calls(client);
  }

  /** On one client. */
  record Calls(ApiClient client) implements ClusterRequests {
    private static final ApiResource<Secret> SECRETS =
        ApiResource.core("secrets", "Secret", Secret.class);
    private static final ApiResource<PersistentVolumeClaim> CLAIMS =
        ApiResource.core(
            "persistentvolumeclaims", "PersistentVolumeClaim", PersistentVolumeClaim.class);

    @Override
    public Map<String, String> secret(String namespace, String name) {
      try {
        Secret secret = client.get(SECRETS.object(namespace, name));
        Map<String, String> values = new HashMap<>();
        if (secret.getData() != null) {
          secret.getData().forEach((key, value) -> values.put(key, decoded(value)));
        }
        return values;
      } catch (ApiException e) {
        throw new VolumeException(
            "kubernetes.io/csi: failed to find the secret %s in the namespace %s with error: %s"
                .formatted(name, namespace, e.text()));
      }
    }

    @Override
    public PersistentVolumeClaim claimStatus(
        String namespace, String name, Map<String, Object> patch) {
      try {
        return client.patch(
            CLAIMS.object(namespace, name).part("status"), Patch.strategicMerge(patch));
      } catch (ApiException e) {
        throw new VolumeException(
            "failed to update the status of PVC %s/%s: %s".formatted(namespace, name, e.text()));
      }
    }

    private static String decoded(String value) {
      return new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8);
    }

    @Override
    public boolean isOverLimit(String attachment) {
      try {
        return client.get(VolumeAttachmentObject.RESOURCE.object("", attachment)).isOverLimit();
      } catch (ApiException e) {
        return false;
      }
    }

    @Override
    public Map<String, String> attachment(String name) {
      VolumeAttachmentObject found;
      try {
        found = client.get(VolumeAttachmentObject.RESOURCE.object("", name));
      } catch (ApiException e) {
        throw new VolumeException("failed to get volume attachment " + name + ": " + e.text());
      }
      if (found.getMetadata().getDeletionTimestamp() != null) {
        throw new VolumeException("volume attachment " + name + " is being deleted");
      }
      if (found.isAttached()) {
        return found.metadata();
      }
      String failure = found.failure();
      throw new VolumeException(
          failure == null
              ? "volume attachment " + name + " is not attached yet"
              : "volume attachment " + name + " failed: " + failure);
    }
  }
}
