package dev.jubelet.volume.csi;

import dev.jubelet.api.csi.NodeGetVolumeStatsRequest;
import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.api.csi.VolumeUsage;
import dev.jubelet.edge.csi.CsiNodeClient;
import dev.jubelet.edge.usage.Filesystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a driver knows of how full its volumes are. Thread: any. */
final class VolumeUsages {
  private VolumeUsages() {}

  /** Empty when the driver does not count. */
  static Optional<Filesystem> ask(CsiNodeClient client, VolumeId id, Path mount, Path staged) {
    if (!client.capabilities().contains(RPC.Type.GET_VOLUME_STATS)) {
      return Optional.empty();
    }
    NodeGetVolumeStatsRequest.Builder request =
        NodeGetVolumeStatsRequest.newBuilder()
            .setVolumeId(id.handle())
            .setVolumePath(mount.toString());
    if (Files.exists(staged)) {
      request.setStagingTargetPath(staged.toString());
    }
    return Optional.of(read(client.stats(request.build()).getUsageList()));
  }

  static Filesystem read(List<VolumeUsage> usages) {
    VolumeUsage bytes = find(usages, VolumeUsage.Unit.BYTES);
    VolumeUsage inodes = find(usages, VolumeUsage.Unit.INODES);
    return new Filesystem(
        bytes.getTotal(),
        bytes.getAvailable(),
        bytes.getUsed(),
        inodes.getTotal(),
        inodes.getAvailable());
  }

  private static VolumeUsage find(List<VolumeUsage> usages, VolumeUsage.Unit unit) {
    return usages.stream()
        .filter(usage -> usage.getUnit() == unit)
        .findFirst()
        .orElse(VolumeUsage.getDefaultInstance());
  }
}
