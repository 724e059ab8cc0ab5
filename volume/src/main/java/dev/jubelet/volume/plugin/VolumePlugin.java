package dev.jubelet.volume.plugin;

import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A type of volume that needs more than a directory: a mount, a device, a driver. What it knows of
 * a volume it keeps on disk, so that an agent that was restarted can end what another began.
 *
 * <p>Thread: platform threads that a call may hold for long; calls for one volume of one pod do not
 * overlap; calls for different pods do, also when they use the same device.
 */
public interface VolumePlugin {
  /** Its name as it stands in the pod's directory, {@code kubernetes.io~nfs}. */
  String escapedName();

  boolean handles(VolumeSpec volume);

  /** Whether pods can have its volumes as devices, without a file system. */
  default boolean supportsBlock() {
    return false;
  }

  /** Where the device of such a volume is shown for the node, with a file for each pod. */
  default Optional<Path> globalMapPath(VolumeSpec volume) {
    return Optional.empty();
  }

  /**
   * Whether such a volume can be mounted with a SELinux label for all that is in it. Throws {@link
   * dev.jubelet.volume.disk.VolumeException} while that is not known.
   */
  default boolean supportsSelinuxMount(VolumeSpec volume) {
    return false;
  }

  /** Whether the runtime may change the SELinux labels of the files in a volume that is set up. */
  default boolean supportsSelinuxRelabel(Pod pod, VolumeSpec volume) throws IOException {
    return false;
  }

  /** Its name in metrics, {@code kubernetes.io/nfs}. */
  default String metricName(VolumeSpec volume) {
    return escapedName().replace('~', '/');
  }

  /** The same for a volume on disk; empty when what is there cannot be understood. */
  default Optional<String> metricName(PodUid pod, String name) throws IOException {
    return Optional.of(escapedName().replace('~', '/'));
  }

  /** The name of a persistent volume that is the same for all pods that have it. */
  default String uniqueName(VolumeSpec volume) {
    return escapedName() + "/" + volume.name();
  }

  /** The same for a volume on disk; empty when the pod does not have it, or nobody can tell. */
  default Optional<String> uniqueName(PodUid pod, String name) throws IOException {
    return Optional.of(escapedName() + "/" + name);
  }

  /** Takes up what an earlier agent has left; once, before there are pods. */
  default void reconstruct() throws IOException {}

  /** Ends what earlier agents have left half-way; once, and it may take long. */
  default void removeOrphans() throws IOException {}

  /**
   * Where the volume is: its directory, or its device when it is a block volume. May be called
   * again at any time: what is ready stays as it is.
   */
  Path setUp(Pod pod, VolumeSpec volume) throws IOException;

  /** Looks after a volume of a pod that runs; called from time to time. */
  default void refresh(Pod pod, VolumeSpec volume) throws IOException {}

  /** Whether it has stats of its volumes itself, instead of having their filesystems asked. */
  default boolean providesStats() {
    return false;
  }

  /** How full a volume is; empty when that cannot be found out. */
  default Optional<VolumeStats> stats(PodUid pod, String name) throws IOException {
    return Optional.empty();
  }

  /**
   * Ends a volume by what is on disk; the pod may be long unknown. Its directory below {@code
   * volumes}, or its link below {@code volumeDevices}, is gone afterwards. Does nothing when there
   * is none.
   *
   * @param name {@link VolumeSpec#name}
   */
  void tearDown(PodUid pod, String name) throws IOException;
}
