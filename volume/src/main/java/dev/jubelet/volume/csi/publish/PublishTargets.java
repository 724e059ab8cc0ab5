package dev.jubelet.volume.csi.publish;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.csi.record.CsiPaths;
import dev.jubelet.volume.csi.request.CsiSource;
import dev.jubelet.volume.device.BlockVolumeMapper;
import dev.jubelet.volume.disk.OwnershipProgress;
import java.nio.file.Files;

/** Finds what a pod has of a volume. Thread: any. */
public record PublishTargets(CsiPaths paths, BlockVolumeMapper blocks, OwnershipProgress slow) {

  /** What it is to have. */
  public PublishTarget of(PodUid pod, CsiSource source) {
    String name = CsiPaths.directoryName(source.specName());
    return source.isBlock()
        ? new BlockTarget(paths, blocks, pod, name)
        : new MountTarget(paths, slow, pod, name);
  }

  /** What the disk shows. */
  public PublishTarget onDisk(PodUid pod, String name) {
    return Files.isSymbolicLink(blocks.link(pod, name))
        ? new BlockTarget(paths, blocks, pod, name)
        : new MountTarget(paths, slow, pod, name);
  }
}
