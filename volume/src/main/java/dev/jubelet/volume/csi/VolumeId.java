package dev.jubelet.volume.csi;

/**
 * A volume as a driver knows it.
 *
 * @param handle the driver's own name for it
 */
record VolumeId(String driver, String handle) {
  private static final String PLUGIN = "kubernetes.io/csi/";

  /** The name under which the Node object lists it. */
  String uniqueName() {
    return PLUGIN + driver + "^" + handle;
  }

  /** The name of the object that tells whether it is attached to a node. */
  String attachmentName(String node) {
    return "csi-" + Sha256.hex(handle + driver + node);
  }
}
