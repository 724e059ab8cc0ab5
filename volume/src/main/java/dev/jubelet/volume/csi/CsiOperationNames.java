package dev.jubelet.volume.csi;

import dev.jubelet.volume.csi.request.CsiSource;

/** What the parts of making a volume ready are called in events. Pure. */
final class CsiOperationNames {
  private static final String PUBLISH = "MountVolume.SetUp";

  private CsiOperationNames() {}

  /** VolumeStager, or what there is in its place. */
  static String first(CsiSource source) {
    if (source.isBlock()) {
      return "MapVolume.SetUpDevice";
    }
    return source.isPersistent() ? "MountVolume.MountDevice" : PUBLISH;
  }

  static String publish(CsiSource source) {
    return source.isBlock() ? "MapVolume.MapPodDevice" : PUBLISH;
  }
}
