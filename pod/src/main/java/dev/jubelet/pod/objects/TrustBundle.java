package dev.jubelet.pod.objects;

import java.util.Map;

/** A trust bundle of the cluster; {@code signerName} is empty when it is for none in particular. */
public record TrustBundle(String name, String signerName, Map<String, String> labels, String pem) {
  public TrustBundle {
    labels = Map.copyOf(labels);
  }

  static TrustBundle of(TrustBundleObject object) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return new TrustBundle(
        object.getMetadata().getName(),
        object.signerName(),
        labels == null ? Map.of() : labels,
        object.pem());
  }
}
