package dev.jubelet.testing.csi;

import dev.jubelet.api.csi.VolumeCondition;
import dev.jubelet.api.csi.VolumeUsage;
import java.util.List;

/** What a driver says of the node and of its volumes. Thread: any. Owns: what tests have set. */
public final class DriverFacts {
  private static final long SEVEN = 7;
  private static final long MIB = 1 << 20;

  private volatile long mostVolumes = SEVEN;
  private volatile List<VolumeUsage> usages =
      List.of(
          VolumeUsage.newBuilder()
              .setUnit(VolumeUsage.Unit.BYTES)
              .setTotal(100 * MIB)
              .setUsed(30 * MIB)
              .setAvailable(70 * MIB)
              .build(),
          VolumeUsage.newBuilder()
              .setUnit(VolumeUsage.Unit.INODES)
              .setTotal(1000)
              .setUsed(10)
              .setAvailable(990)
              .build());
  private volatile String nodeId = "node-of-the-driver";
  private volatile VolumeCondition condition = VolumeCondition.getDefaultInstance();

  /** How many volumes the node can have. */
  public void setMostVolumes(long count) {
    mostVolumes = count;
  }

  /** How full all its volumes are. */
  public void setUsages(List<VolumeUsage> now) {
    usages = List.copyOf(now);
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

  List<VolumeUsage> usages() {
    return usages;
  }

  String nodeId() {
    return nodeId;
  }

  VolumeCondition condition() {
    return condition;
  }
}
