package dev.jubelet.volume.csi;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.csi.driver.CsiDriverSpec;
import dev.jubelet.volume.csi.request.CsiSource;
import dev.jubelet.volume.csi.request.VolumeId;
import dev.jubelet.volume.disk.VolumeException;
import java.io.IOException;
import java.util.Map;

/**
 * Waits for controllers to attach what pods want: the node says that it uses a volume, and goes on
 * when it is told that the volume is there. What has to be waited for is thrown.
 *
 * <p>Thread: any. Owns: since when pods wait.
 */
final class VolumeAttachments {
  private final CsiPlugin.Means means;
  private final AttachWaitTimes waits;

  VolumeAttachments(CsiPlugin.Means means, Timers timers) {
    this.means = means;
    this.waits = new AttachWaitTimes(timers);
  }

  /** What attaching gave; nothing for volumes that are not attached. */
  Map<String, String> of(PodUid pod, CsiSource source, CsiDriverSpec traits) throws IOException {
    if (!source.isPersistent()) {
      return Map.of();
    }
    VolumeId id = source.id();
    means.attach().want(pod, CsiPaths.directoryName(source.specName()), id.uniqueName());
    if (!traits.attachRequired()) {
      return Map.of();
    }
    means
        .attach()
        .requireAttached(pod, id.uniqueName(), source.label(), () -> requireRoom(pod, id, traits));
    waits.over(pod, id);
    return means.cluster().attachment(id.attachmentName(means.nodeName()));
  }

  /** Only of drivers that keep count: a pod that waits too long may have no place here. */
  private void requireRoom(PodUid pod, VolumeId id, CsiDriverSpec traits) {
    if (waits.isLong(pod, id)
        && traits.roomPeriod().isPresent()
        && means.cluster().isOverLimit(id.attachmentName(means.nodeName()))) {
      means.overLimit().accept(id.driver());
      throw VolumeException.overLimit("the node has no place for one more volume of its driver");
    }
  }

  void gone(PodUid pod) {
    waits.gone(pod);
  }
}
