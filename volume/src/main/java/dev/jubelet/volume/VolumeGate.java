package dev.jubelet.volume;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.attach.VolumeHolders;
import dev.jubelet.volume.attach.VolumeHolders.PodHolder;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.selinux.SelinuxLabels;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.util.Optional;

/**
 * Decides whether a pod may have a volume now: one with the access mode ReadWriteOncePod goes to
 * one pod at a time, and all pods that share a volume must want the same SELinux label. A pod that
 * is refused is woken when another one releases a volume.
 *
 * <p>Thread: any. Owns: which pods hold which persistent volumes.
 */
final class VolumeGate {
  private final SelinuxLabels labels;
  private final Optional<AttachableVolumes> attach;
  private final VolumeHolders holders = new VolumeHolders();

  VolumeGate(SelinuxLabels labels, Optional<AttachableVolumes> attach) {
    this.labels = labels;
    this.attach = attach;
  }

  /**
   * The volume with the SELinux label that it is to be mounted with. The pod holds it from now on.
   * Throws {@link VolumeException} when it may not.
   */
  VolumeSpec admit(Pod pod, VolumeSpec volume, VolumePlugin plugin) {
    try {
      VolumeSpec labelled = labelled(pod, volume, plugin);
      hold(PodUid.of(pod), volume, plugin);
      return labelled;
    } catch (VolumeException e) {
      attach.ifPresent(known -> known.waiting().add(PodUid.of(pod)));
      throw e;
    }
  }

  VolumeSpec labelled(Pod pod, VolumeSpec volume, VolumePlugin plugin) {
    return labels.labelled(pod, volume, plugin);
  }

  private void hold(PodUid pod, VolumeSpec volume, VolumePlugin plugin) {
    PodHolder holder = new PodHolder(pod, volume.name());
    if (volume.bound().isEmpty()) {
      // On disk it looks like a persistent one of that name.
      holders.release(holder);
    } else if (!volume.isForOnePod()) {
      holders.hold(plugin.uniqueName(volume), holder);
    } else if (!holders.holdAlone(plugin.uniqueName(volume), holder)) {
      throw VolumeException.usedByAnother();
    }
  }

  /** Whether the runtime may change the SELinux labels of the files in a volume that is set up. */
  boolean mayRelabel(Pod pod, VolumeSpec volume, VolumePlugin plugin) throws IOException {
    return labels.enabled()
        && labelled(pod, volume, plugin).label().isEmpty()
        && plugin.supportsSelinuxRelabel(pod, volume);
  }

  /** An earlier agent has given the volume to the pod, in a directory of that name. */
  void reconstruct(PodUid pod, String name, String uniqueName) {
    holders.hold(uniqueName, new PodHolder(pod, name));
  }

  /** An earlier agent has mounted it with that SELinux label, or without any. */
  void reconstructLabel(PodUid pod, String uniqueName, String label) {
    labels.reconstruct(pod, uniqueName, label);
  }

  /** The pod does not get that volume. */
  void withdraw(PodUid pod, String name) {
    holders.release(new PodHolder(pod, name));
  }

  /** The pod does not have that volume any more. */
  void release(PodUid pod, String name) {
    withdraw(pod, name);
    wakeWaiting();
  }

  /** The pod has no volumes any more. */
  void releaseAll(PodUid pod) {
    labels.forget(pod);
    holders.release(pod);
    attach.ifPresent(known -> known.releaseAll(pod));
    wakeWaiting();
  }

  private void wakeWaiting() {
    attach.ifPresent(known -> known.waiting().wakeAll());
  }
}
