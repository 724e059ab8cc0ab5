package dev.jubelet.app.path;

import dev.jubelet.pod.objects.ApiTrustBundles;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.projection.TrustBundles;
import java.util.List;

/** The trust bundles of the API server for the files in volumes. Thread: the lanes. */
public record TrustAdapter(ApiTrustBundles bundles) implements TrustBundles {
  @Override
  public List<Bundle> all() {
    return bundles
        .all()
        .orElseThrow(
            () ->
                new VolumeException(
                    "timed out waiting for the ClusterTrustBundles of the API server; it must serve"
                        + " certificates.k8s.io/v1beta1"))
        .stream()
        .map(b -> new Bundle(b.name(), b.signerName(), b.labels(), b.pem()))
        .toList();
  }
}
