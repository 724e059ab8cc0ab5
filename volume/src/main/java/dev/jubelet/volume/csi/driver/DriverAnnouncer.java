package dev.jubelet.volume.csi.driver;

import dev.jubelet.api.csi.NodeGetInfoResponse;

/** Lets the cluster know which drivers a node has. Thread: any; asks the API server and waits. */
public interface DriverAnnouncer {

  /** Throws {@link dev.jubelet.edge.plugin.PluginException} when the cluster cannot be told. */
  void announce(String driver, NodeGetInfoResponse node);

  /** The driver is gone; told as soon as the cluster can be reached. */
  void withdraw(String driver);
}
