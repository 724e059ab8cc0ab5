package dev.jubelet.volume.csi;

import dev.jubelet.edge.csi.CsiNodeClient;
import dev.jubelet.volume.csi.driver.CsiDrivers;
import dev.jubelet.volume.csi.request.CsiSource;
import dev.jubelet.volume.disk.VolumeException;

/** What people know a driver that is not there by. Thread: any. */
final class DriverWords {
  private DriverWords() {}

  /** A connection to serve a volume; close it. Throws {@link VolumeException} for a stranger. */
  static CsiNodeClient connect(CsiDrivers drivers, CsiSource source) {
    try {
      return drivers.connect(source.id().driver(), source.migrated());
    } catch (VolumeException e) {
      throw new VolumeException("kubernetes.io/csi: %s: %s".formatted(missed(source), e.text()))
          .at(CsiOperationNames.first(source));
    }
  }

  private static String missed(CsiSource source) {
    if (!source.isPersistent()) {
      return "mounter.SetUpAt failed to get CSI client";
    }
    return source.isBlock()
        ? "blockMapper.SetUpDevice failed to get CSI client"
        : "attacher.MountDevice failed to create newCsiDriverClient";
  }
}
