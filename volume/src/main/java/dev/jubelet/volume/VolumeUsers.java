package dev.jubelet.volume;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.attach.Holders;
import dev.jubelet.volume.attach.Holders.OfPod;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumeSpec;

/**
 * Which pods have which persistent volumes, or are about to: one that is for a single pod is not
 * given to a second.
 *
 * <p>Thread: any. Owns: who has which.
 */
final class VolumeUsers {
  private final Holders holders = new Holders();

  /**
   * The pod is about to have the volume; one that has it keeps it. Throws {@link VolumeException}
   * when it is another's.
   *
   * @param uniqueName see {@link dev.jubelet.volume.plugin.VolumePlugin#uniqueName}
   */
  void take(PodUid pod, VolumeSpec volume, String uniqueName) {
    OfPod user = new OfPod(pod, volume.name());
    if (!volume.isForOnePod()) {
      holders.hold(uniqueName, user);
    } else if (!holders.holdAlone(uniqueName, user)) {
      throw VolumeException.usedByAnother();
    }
  }

  /** An earlier agent has given the volume to the pod, in a directory of that name. */
  void takeUp(PodUid pod, String name, String uniqueName) {
    holders.hold(uniqueName, new OfPod(pod, name));
  }

  /** The pod does not have that volume, or not any more. */
  void letGo(PodUid pod, String name) {
    holders.release(new OfPod(pod, name));
  }

  /** The pod has no volumes any more. */
  void gone(PodUid pod) {
    holders.release(pod);
  }
}
