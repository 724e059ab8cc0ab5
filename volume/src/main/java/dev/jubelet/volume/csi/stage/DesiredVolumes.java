package dev.jubelet.volume.csi.stage;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.csi.request.VolumeId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which pods want volumes that they may not have got yet: what was made ready for them stays ready
 * while they try again.
 *
 * <p>Thread: any. Owns: those wishes.
 */
final class DesiredVolumes {
  private final Map<VolumeId, Set<PodUid>> wishes = new ConcurrentHashMap<>();

  void add(VolumeId volume, PodUid pod) {
    wishes.compute(
        volume,
        (id, before) -> {
          Set<PodUid> pods = before == null ? new HashSet<>() : before;
          pods.add(pod);
          return pods;
        });
  }

  void remove(VolumeId volume, PodUid pod) {
    wishes.computeIfPresent(
        volume,
        (id, pods) -> {
          pods.remove(pod);
          return pods.isEmpty() ? null : pods;
        });
  }

  /** Returns the volumes that the pod wanted. */
  List<VolumeId> removeAll(PodUid pod) {
    List<VolumeId> wanted =
        wishes.entrySet().stream()
            .filter(wish -> wish.getValue().contains(pod))
            .map(Map.Entry::getKey)
            .toList();
    wanted.forEach(volume -> remove(volume, pod));
    return wanted;
  }

  boolean has(VolumeId volume) {
    return wishes.containsKey(volume);
  }
}
