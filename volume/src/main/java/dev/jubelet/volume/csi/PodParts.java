package dev.jubelet.volume.csi;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.csi.request.CsiSource;
import dev.jubelet.volume.device.BlockVolumeMapper;
import dev.jubelet.volume.disk.OwnershipProgress;
import java.nio.file.Files;

/** Finds what a pod has of a volume. Thread: any. */
record PodParts(CsiPaths paths, BlockVolumeMapper blocks, OwnershipProgress slow) {

  /** What it is to have. */
  PodPart of(PodUid pod, CsiSource source) {
    String name = CsiPaths.directoryName(source.specName());
    return source.isBlock()
        ? new DevicePart(paths, blocks, pod, name)
        : new MountPart(paths, slow, pod, name);
  }

  /** What the disk shows. */
  PodPart onDisk(PodUid pod, String name) {
    return Files.isSymbolicLink(blocks.link(pod, name))
        ? new DevicePart(paths, blocks, pod, name)
        : new MountPart(paths, slow, pod, name);
  }
}
