package dev.jubelet.volume.csi.request;

import java.util.Optional;

/**
 * A volume as a driver knows it.
 *
 * @param handle the driver's own name for it
 */
public record VolumeId(String driver, String handle) {
  private static final String PLUGIN = "kubernetes.io/csi/";

  /** The name under which the Node object lists it. */
  public String uniqueName() {
    return PLUGIN + driver + "^" + handle;
  }

  /** The driver in such a name. */
  public static Optional<String> driver(String uniqueName) {
    int end = uniqueName.indexOf('^');
    return uniqueName.startsWith(PLUGIN) && end > 0
        ? Optional.of(uniqueName.substring(PLUGIN.length(), end))
        : Optional.empty();
  }

  /** How the plugin of a driver's volumes is called in metrics. */
  public static String metricName(String driver) {
    return "kubernetes.io/csi:" + driver;
  }

  /** The name of the object that tells whether it is attached to a node. */
  public String attachmentName(String node) {
    return "csi-" + Sha256.hex(handle + driver + node);
  }
}
