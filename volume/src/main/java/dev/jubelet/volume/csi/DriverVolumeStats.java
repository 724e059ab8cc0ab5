package dev.jubelet.volume.csi;

import dev.jubelet.api.csi.NodeGetVolumeStatsRequest;
import dev.jubelet.api.csi.NodeGetVolumeStatsResponse;
import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.api.csi.VolumeCondition;
import dev.jubelet.api.csi.VolumeUsage;
import dev.jubelet.edge.csi.CsiNodeClient;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.volume.csi.request.VolumeId;
import dev.jubelet.volume.plugin.VolumeStats;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a driver knows of how full its volumes are, and how they are. Thread: any.
 *
 * @param withHealth whether it is asked how they are
 */
record DriverVolumeStats(CsiNodeClient client, boolean withHealth) {

  /** Empty when the driver does not count, and does not say how the volume is either. */
  Optional<VolumeStats> ask(VolumeId id, Path mount, Path staged) {
    Set<RPC.Type> capabilities = client.capabilities();
    if (!capabilities.contains(RPC.Type.GET_VOLUME_STATS)) {
      return Optional.empty();
    }
    NodeGetVolumeStatsRequest.Builder request =
        NodeGetVolumeStatsRequest.newBuilder()
            .setVolumeId(id.handle())
            .setVolumePath(mount.toString());
    if (Files.exists(staged)) {
      request.setStagingTargetPath(staged.toString());
    }
    NodeGetVolumeStatsResponse answer = client.stats(request.build());
    boolean tells = withHealth && capabilities.contains(RPC.Type.VOLUME_CONDITION);
    if (!tells && answer.getUsageList().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new VolumeStats(
            id.driver(),
            read(answer.getUsageList()),
            tells ? Optional.of(condition(answer.getVolumeCondition())) : Optional.empty()));
  }

  private static VolumeStats.Condition condition(VolumeCondition condition) {
    return new VolumeStats.Condition(condition.getAbnormal(), condition.getMessage());
  }

  private static Filesystem read(List<VolumeUsage> usages) {
    VolumeUsage bytes = find(usages, VolumeUsage.Unit.BYTES);
    VolumeUsage inodes = find(usages, VolumeUsage.Unit.INODES);
    return new Filesystem(
        bytes.getTotal(),
        bytes.getAvailable(),
        bytes.getUsed(),
        inodes.getTotal(),
        inodes.getAvailable(),
        inodes.getUsed());
  }

  private static VolumeUsage find(List<VolumeUsage> usages, VolumeUsage.Unit unit) {
    return usages.stream()
        .filter(usage -> usage.getUnit() == unit)
        .findFirst()
        .orElse(VolumeUsage.getDefaultInstance());
  }
}
