package dev.jubelet.volume.csi.expand;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.function.Consumer;

/** Tells pods and claims how their volumes grow. Thread: any; the sink may not block. */
public record ResizeEvents(Consumer<NodeEvent> sink, Timers timers) {
  private static final String CALL = "MountVolume.NodeExpandVolume";

  void grown(Pod pod, VolumeSpec.Bound bound, String node) {
    both(
        NodeEvent.Type.NORMAL,
        pod,
        bound,
        "FileSystemResizeSuccessful",
        text("succeeded", bound, node));
  }

  void readOnly(Pod pod, VolumeSpec.Bound bound) {
    both(
        NodeEvent.Type.WARNING,
        pod,
        bound,
        "FileSystemResizeFailed",
        text("failed", bound, "requested read-only file system"));
  }

  void failed(Pod pod, VolumeSpec.Bound bound, String why) {
    String message =
        "NodeExpandVolume.NodeExpandVolume failed for volume \"%s\" : %s"
            .formatted(name(bound), why);
    toPod(NodeEvent.Type.WARNING, pod, "VolumeResizeFailed", message);
  }

  private static String text(String how, VolumeSpec.Bound bound, String more) {
    return "%s %s for volume \"%s\" %s".formatted(CALL, how, name(bound), more);
  }

  private static String name(VolumeSpec.Bound bound) {
    return bound.volume().getMetadata().getName();
  }

  private void both(
      NodeEvent.Type type, Pod pod, VolumeSpec.Bound bound, String reason, String message) {
    toPod(type, pod, reason, message);
    ObjectMeta claim = bound.claim().getMetadata();
    String uid = claim.getUid();
    sink.accept(
        NodeEvent.of(
            new NodeEvent.Claim(claim.getNamespace(), claim.getName(), uid == null ? "" : uid),
            timers.now(),
            type,
            reason,
            message));
  }

  private void toPod(NodeEvent.Type type, Pod pod, String reason, String message) {
    sink.accept(
        new NodeEvent(timers.now(), type, reason, message, PodKey.of(pod), PodUid.of(pod), ""));
  }
}
