package dev.jubelet.volume.meter;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.pod.model.PodUid;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which volumes pods want, which are ready for them, and which an earlier agent has reconstructed
 * that nobody has asked for yet.
 *
 * <p>Thread: any. Owns: all three.
 */
public final class StateOfWorld {
  @GuardedBy("this")
  private final Map<PodUid, Map<TrackedVolume, Long>> desired = new HashMap<>();

  @GuardedBy("this")
  private final Map<PodUid, Set<TrackedVolume>> mounted = new HashMap<>();

  @GuardedBy("this")
  private final Map<PodUid, Set<TrackedVolume>> reconstructed = new HashMap<>();

  /** The volume is on disk from an earlier agent. */
  public synchronized void addReconstructed(PodUid pod, TrackedVolume volume) {
    reconstructed.computeIfAbsent(pod, p -> new HashSet<>()).add(volume);
  }

  /** Returns the moment at which the pod first desired the volume. */
  public synchronized long addDesired(PodUid pod, TrackedVolume volume, long now) {
    return desired.computeIfAbsent(pod, p -> new HashMap<>()).computeIfAbsent(volume, v -> now);
  }

  /** Returns whether it was not mounted before. */
  public synchronized boolean addMounted(PodUid pod, TrackedVolume volume) {
    reconstructed.getOrDefault(pod, new HashSet<>()).remove(volume);
    return mounted.computeIfAbsent(pod, p -> new HashSet<>()).add(volume);
  }

  public synchronized boolean isMounted(PodUid pod, TrackedVolume volume) {
    return mounted.getOrDefault(pod, Set.of()).contains(volume);
  }

  /** The volumes of a pod that is to have none any more. */
  public synchronized Set<TrackedVolume> removeDesired(PodUid pod) {
    desired.remove(pod);
    Set<TrackedVolume> volumes = new HashSet<>(mounted.getOrDefault(pod, Set.of()));
    volumes.addAll(reconstructed.getOrDefault(pod, Set.of()));
    return volumes;
  }

  /** The pod has no volumes any more. */
  public synchronized void remove(PodUid pod) {
    desired.remove(pod);
    mounted.remove(pod);
    reconstructed.remove(pod);
  }

  /** How many volumes pods want, by plugin. */
  public synchronized SortedMap<String, Integer> desired() {
    return counted(desired.values().stream().<Collection<TrackedVolume>>map(Map::keySet).toList());
  }

  /** How many volumes pods have, by plugin. */
  public synchronized SortedMap<String, Integer> actual() {
    List<Collection<TrackedVolume>> all = new ArrayList<>(mounted.values());
    all.addAll(reconstructed.values());
    return counted(all);
  }

  private static SortedMap<String, Integer> counted(
      Collection<? extends Collection<TrackedVolume>> pods) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    for (Collection<TrackedVolume> volumes : pods) {
      volumes.forEach(volume -> counts.merge(volume.plugin(), 1, Integer::sum));
    }
    return counts;
  }
}
