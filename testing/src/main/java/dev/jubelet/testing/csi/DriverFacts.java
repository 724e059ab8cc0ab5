package dev.jubelet.testing.csi;

import dev.jubelet.api.csi.VolumeCondition;

/** What a driver says of the node and of its volumes. Thread: any. Owns: what tests have set. */
public final class DriverFacts {
  private static final long SEVEN = 7;

  private volatile long mostVolumes = SEVEN;
  private volatile String nodeId = "node-of-the-driver";
  private volatile VolumeCondition condition = VolumeCondition.getDefaultInstance();

  /** How many volumes the node can have. */
  public void setMostVolumes(long count) {
    mostVolumes = count;
  }

  /** How it calls the node. */
  public void setNodeId(String id) {
    nodeId = id;
  }

  /** Something is wrong with all its volumes. */
  public void setAbnormal(String message) {
    condition = VolumeCondition.newBuilder().setAbnormal(true).setMessage(message).build();
  }

  long mostVolumes() {
    return mostVolumes;
  }

  String nodeId() {
    return nodeId;
  }

  VolumeCondition condition() {
    return condition;
  }
}
