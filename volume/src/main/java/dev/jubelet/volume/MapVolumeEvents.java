package dev.jubelet.volume;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Tells that a pod has got a volume as a device, and where. Thread: any. */
record MapVolumeEvents(Consumer<NodeEvent> events, Timers timers) {
  private static final String REASON = "SuccessfulMountVolume";

  /**
   * @param home where the device is shown for the node
   * @param link that of the pod
   */
  void mapped(Pod pod, VolumeSpec volume, Optional<Path> home, Path link) {
    home.ifPresent(path -> report(pod, volume, "globalMapPath", path));
    report(pod, volume, "volumeMapPath", link.resolveSibling(""));
  }

  private void report(Pod pod, VolumeSpec volume, String what, Path where) {
    events.accept(
        new NodeEvent(
            timers.now(),
            NodeEvent.Type.NORMAL,
            REASON,
            "MapVolume.MapPodDevice succeeded for volume \"%s\" %s \"%s\""
                .formatted(volume.name(), what, where),
            PodKey.of(pod),
            PodUid.of(pod),
            ""));
  }
}
