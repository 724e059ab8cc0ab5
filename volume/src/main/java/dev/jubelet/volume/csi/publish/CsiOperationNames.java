package dev.jubelet.volume.csi.publish;

import dev.jubelet.volume.csi.request.CsiSource;

/** What the operations on CSI volumes are called in events. Pure. */
final class CsiOperationNames {
  private static final String PUBLISH = "MountVolume.SetUp";

  private CsiOperationNames() {}

  /** Staging, or what there is in its place. */
  static String first(CsiSource source) {
    if (source.isBlock()) {
      return "MapVolume.SetUpDevice";
    }
    return source.isPersistent() ? "MountVolume.MountDevice" : PUBLISH;
  }

  static String publish(CsiSource source) {
    return source.isBlock() ? "MapVolume.MapPodDevice" : PUBLISH;
  }

  /** What failed when the driver is not registered. */
  static String connectFailure(CsiSource source) {
    if (!source.isPersistent()) {
      return "mounter.SetUpAt failed to get CSI client";
    }
    return source.isBlock()
        ? "blockMapper.SetUpDevice failed to get CSI client"
        : "attacher.MountDevice failed to create newCsiDriverClient";
  }
}
