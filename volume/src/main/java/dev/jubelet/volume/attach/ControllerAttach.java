package dev.jubelet.volume.attach;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.VolumeException;

/**
 * Volumes that a controller attaches to this node: the node says that it uses one, and goes on when
 * it is told that the volume is there.
 *
 * <p>Thread: any.
 *
 * @param waiting who is woken when the Node object says something new
 */
public record ControllerAttach(VolumesInUse inUse, WaitingPods waiting) {

  /**
   * The device that the controller tells of; may be empty. Throws {@link VolumeException} while the
   * pod has to wait.
   *
   * @param volume its name in the Node object
   */
  public String device(PodUid pod, String volume) {
    requireAttached(pod, volume, () -> {});
    return inUse.device(volume);
  }

  /** Throws {@link VolumeException} while the pod has to wait, or what {@code otherwise} throws. */
  public void requireAttached(PodUid pod, String volume, Runnable otherwise) {
    waiting.add(pod);
    if (!inUse.isReported(volume)) {
      throw VolumeException.waiting("the Node object does not name it in volumesInUse yet");
    }
    if (!inUse.isAttached(volume)) {
      otherwise.run();
      throw VolumeException.waiting("it is not attached to the node yet");
    }
  }
}
