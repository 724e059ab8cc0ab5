package dev.jubelet.volume.csi.request;

import dev.jubelet.volume.csi.driver.CsiDriverLister;

/**
 * The cluster as CSI volumes need it.
 *
 * @param nodeName how it calls this node
 * @param drivers its CSIDriver objects
 * @param requests reads and writes its other objects
 */
public record CsiCluster(
    String nodeName, CsiDriverLister drivers, ClusterRequests requests, CsiTokens tokens) {}
