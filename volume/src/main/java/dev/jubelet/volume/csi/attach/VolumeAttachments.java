package dev.jubelet.volume.csi.attach;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.csi.driver.CsiDriverSpec;
import dev.jubelet.volume.csi.record.CsiPaths;
import dev.jubelet.volume.csi.request.CsiCluster;
import dev.jubelet.volume.csi.request.CsiSource;
import dev.jubelet.volume.csi.request.VolumeId;
import dev.jubelet.volume.disk.VolumeException;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Waits for controllers to attach what pods want: the node says that it uses a volume, and goes on
 * when it is told that the volume is there. What has to be waited for is thrown.
 *
 * <p>Thread: any. Owns: since when pods wait.
 */
public final class VolumeAttachments {
  private final AttachableVolumes attach;
  private final CsiCluster cluster;
  private final Consumer<String> overLimit;
  private final AttachWaitTimes waits;

  /** {@code overLimit} is told of a driver that has fewer places on the node than it said. */
  public VolumeAttachments(
      AttachableVolumes attach, CsiCluster cluster, Consumer<String> overLimit, Timers timers) {
    this.attach = attach;
    this.cluster = cluster;
    this.overLimit = overLimit;
    this.waits = new AttachWaitTimes(timers);
  }

  /** What attaching gave; nothing for volumes that are not attached. */
  public Map<String, String> of(PodUid pod, CsiSource source, CsiDriverSpec spec)
      throws IOException {
    if (!source.isPersistent()) {
      return Map.of();
    }
    VolumeId id = source.id();
    attach.want(pod, CsiPaths.directoryName(source.specName()), id.uniqueName());
    if (!spec.attachRequired()) {
      return Map.of();
    }
    attach.requireAttached(
        pod, id.uniqueName(), source.label(), () -> requireCapacity(pod, id, spec));
    waits.over(pod, id);
    return cluster.requests().attachment(id.attachmentName(cluster.nodeName()));
  }

  /** Only of drivers that keep count: a pod that waits too long may have no place here. */
  private void requireCapacity(PodUid pod, VolumeId id, CsiDriverSpec spec) {
    if (waits.isLong(pod, id)
        && spec.allocatableUpdatePeriod().isPresent()
        && cluster.requests().isOverLimit(id.attachmentName(cluster.nodeName()))) {
      overLimit.accept(id.driver());
      throw VolumeException.overLimit("the node has no place for one more volume of its driver");
    }
  }

  public void forget(PodUid pod) {
    waits.forget(pod);
  }
}
