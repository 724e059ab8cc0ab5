package dev.jubelet.volume.projection;

import java.util.List;
import java.util.Map;

/** The trust bundles of the cluster; only a node with an API server has them. */
@FunctionalInterface
public interface TrustBundles {

  /**
   * One bundle.
   *
   * @param signerName whose certificates it is for; empty for none in particular
   * @param pem its certificates
   */
  record Bundle(String name, String signerName, Map<String, String> labels, String pem) {
    public Bundle {
      labels = Map.copyOf(labels);
    }
  }

  /**
   * All of them. May wait for the first sight of the API server. Throws {@link
   * dev.jubelet.volume.disk.VolumeException} when there has been none.
   */
  List<Bundle> all();
}
