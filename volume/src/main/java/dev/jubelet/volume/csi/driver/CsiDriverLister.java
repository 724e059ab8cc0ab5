package dev.jubelet.volume.csi.driver;

import java.util.Optional;

/** Looks up what the cluster says of drivers. Thread: any; may wait a little. */
@FunctionalInterface
public interface CsiDriverLister {

  /** Empty while it is not known whether the cluster says anything. */
  Optional<CsiDriverSpec> find(String driver);
}
