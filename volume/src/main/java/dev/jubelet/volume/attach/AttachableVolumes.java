package dev.jubelet.volume.attach;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.attach.VolumeHolders.NodeHolder;
import dev.jubelet.volume.attach.VolumeHolders.PodHolder;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.meter.OperationTimer;
import dev.jubelet.volume.meter.PluginLabel;
import dev.jubelet.volume.meter.VolumeOperation;
import java.io.IOException;

/**
 * Volumes that are attached to this node before pods can have them, of whatever plugin. One is in
 * use from when a pod wants it until no pod has it and the node has taken it off: while it is,
 * nobody may detach it.
 *
 * <p>Thread: any.
 *
 * @param waiting who is woken when the Node object says something new
 */
public record AttachableVolumes(
    VolumesInUse inUse, WaitingPods waiting, Attacher attacher, OperationTimer clock) {

  /** The same volumes with somebody else to attach them. */
  public AttachableVolumes attachedBy(Attacher other) {
    return new AttachableVolumes(inUse, waiting, other, clock);
  }

  /**
   * The pod is to have the volume, which has to be told before it can be waited for.
   *
   * @param name that of its directory
   * @param volume its name in the Node object
   */
  public void want(PodUid pod, String name, String volume) {
    inUse.hold(volume, new PodHolder(pod, name));
  }

  /** The pod has given the volume up. */
  public void release(PodUid pod, String name) {
    inUse.release(new PodHolder(pod, name));
  }

  /** The pod has no volumes any more, also when it never got them. */
  public void releaseAll(PodUid pod) {
    inUse.release(pod);
  }

  /** The node has the volume in that place, or begins to. */
  public void holdForNode(String place, String volume) {
    inUse.hold(volume, new NodeHolder(place));
  }

  /** Nothing of it is left in that place. */
  public void releaseFromNode(String place) {
    inUse.release(new NodeHolder(place));
  }

  /** Throws {@link VolumeException} while the pod has to wait for the volume. */
  public void requireAttached(PodUid pod, String volume, PluginLabel label) throws IOException {
    requireAttached(pod, volume, label, () -> {});
  }

  /** Throws {@link VolumeException} while the pod has to wait, or what {@code otherwise} throws. */
  public void requireAttached(PodUid pod, String volume, PluginLabel label, Runnable otherwise)
      throws IOException {
    if (attacher instanceof Attacher.Controller) {
      clock.time(label, VolumeOperation.VERIFY_ATTACHED, () -> verified(pod, volume, otherwise));
    }
  }

  private boolean verified(PodUid pod, String volume, Runnable otherwise) {
    waiting.add(pod);
    if (!inUse.isReported(volume)) {
      throw VolumeException.waiting("the Node object does not name it in volumesInUse yet");
    }
    if (!inUse.isAttached(volume)) {
      otherwise.run();
      throw VolumeException.waiting("it is not attached to the node yet");
    }
    return true;
  }
}
