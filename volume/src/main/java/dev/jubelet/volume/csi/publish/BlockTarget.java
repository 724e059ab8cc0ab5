package dev.jubelet.volume.csi.publish;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.csi.record.CsiPaths;
import dev.jubelet.volume.csi.record.StagingTarget;
import dev.jubelet.volume.csi.record.VolumeRecord;
import dev.jubelet.volume.csi.request.CsiRequests;
import dev.jubelet.volume.csi.request.CsiSource;
import dev.jubelet.volume.csi.request.VolumeId;
import dev.jubelet.volume.device.BlockVolumeMapper;
import dev.jubelet.volume.disk.PrivateDirectory;
import dev.jubelet.volume.disk.VolumeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A volume that a pod gets as a device. The driver publishes it outside of the pod's directory; the
 * record is one for all pods, and the pod's link tells that it uses the volume.
 */
record BlockTarget(CsiPaths paths, BlockVolumeMapper blocks, PodUid pod, String name)
    implements PublishTarget {
  @Override
  public Path path() {
    return paths.publishedDevices(name).resolve(pod.value());
  }

  @Override
  public Path shown() {
    return blocks.link(pod, name);
  }

  @Override
  public Path statsPath() {
    return global().resolve(pod.value());
  }

  private Path global() {
    return paths.globalMapPath(name);
  }

  private StagingTarget place() {
    return StagingTarget.ofDevices(paths, name);
  }

  @Override
  public StagingTarget staging(VolumeId volume) {
    return place();
  }

  @Override
  public Optional<VolumeRecord> record() throws IOException {
    return Files.isSymbolicLink(shown()) ? place().record() : Optional.empty();
  }

  @Override
  public void writeRecord(CsiSource source, String nodeName) throws IOException {
    place().writeRecord(VolumeRecord.mapped(source, nodeName));
    PrivateDirectory.create(paths.publishedDevices(name));
    if (!Files.isSymbolicLink(shown())) {
      blocks.makeLink(pod, name, path());
    }
  }

  @Override
  public void show(CsiRequests.RequestContext context) throws IOException {
    if (!Files.exists(path())) {
      throw new VolumeException(
          "driver %s has published no device at %s"
              .formatted(context.source().id().driver(), path()));
    }
    blocks.map(pod, name, path(), global());
  }

  @Override
  public void hide() throws IOException {
    blocks.hide(pod, global());
  }

  /** Never a device that is still shown there: the kernel refuses that. */
  @Override
  public void remove() throws IOException {
    Files.deleteIfExists(path());
    blocks.unmap(pod, name, global(), () -> {});
  }
}
