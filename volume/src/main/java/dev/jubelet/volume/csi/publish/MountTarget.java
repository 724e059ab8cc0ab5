package dev.jubelet.volume.csi.publish;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.csi.record.CsiPaths;
import dev.jubelet.volume.csi.record.StagingTarget;
import dev.jubelet.volume.csi.record.VolumeRecord;
import dev.jubelet.volume.csi.request.CsiCapabilities;
import dev.jubelet.volume.csi.request.CsiRequests;
import dev.jubelet.volume.csi.request.CsiSource;
import dev.jubelet.volume.csi.request.VolumeId;
import dev.jubelet.volume.disk.FsGroup;
import dev.jubelet.volume.disk.FsGroup.GroupAccess;
import dev.jubelet.volume.disk.OwnershipProgress;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.VolumeOwnership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A volume that is mounted for a pod, with its record beside the mount. */
record MountTarget(CsiPaths paths, OwnershipProgress slow, PodUid pod, String name)
    implements PublishTarget {
  private Path directory() {
    return paths.ofPod(pod, name);
  }

  @Override
  public Path path() {
    return CsiPaths.mount(directory());
  }

  @Override
  public Path shown() {
    return path();
  }

  @Override
  public Path statsPath() {
    return path();
  }

  @Override
  public StagingTarget staging(VolumeId volume) {
    return StagingTarget.ofMounts(paths.staged(volume));
  }

  @Override
  public Optional<VolumeRecord> record() throws IOException {
    return VolumeRecord.read(directory());
  }

  @Override
  public void writeRecord(CsiSource source, String nodeName) throws IOException {
    Path made = new PodDirectories(paths.root()).make(pod, "volumes", CsiPaths.PLUGIN, name);
    VolumeRecord.published(source, nodeName).write(made);
  }

  /** Whether the files are to be given to the pod's group, and the driver does not see to that. */
  static boolean isGiven(CsiRequests.RequestContext context) {
    return FsGroup.of(context.pod()).id().isPresent()
        && CsiCapabilities.agentOwns(context.source(), context.spec(), context.capabilities());
  }

  /** Of a volume whose files {@link #isGiven are given away}. */
  @Override
  public void show(CsiRequests.RequestContext context) throws IOException {
    VolumeOwnership.apply(context.pod(), path(), GroupAccess.READ_AND_WRITE, slow);
  }

  @Override
  public void hide() {
    // Nothing stands on the mount that is the agent's.
  }

  /** Never what is in the mount: the kernel refuses to delete a directory that is one. */
  @Override
  public void remove() throws IOException {
    Path directory = directory();
    Files.deleteIfExists(CsiPaths.mount(directory));
    VolumeRecord.remove(directory);
    Files.deleteIfExists(directory);
  }
}
