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
 * Which volumes pods want, which are ready for them, and which an earlier agent has left that
 * nobody has asked for yet.
 *
 * <p>Thread: any. Owns: all three.
 */
public final class StateOfWorld {
  @GuardedBy("this")
  private final Map<PodUid, Map<TrackedVolume, Long>> wanted = new HashMap<>();

  @GuardedBy("this")
  private final Map<PodUid, Set<TrackedVolume>> present = new HashMap<>();

  @GuardedBy("this")
  private final Map<PodUid, Set<TrackedVolume>> left = new HashMap<>();

  /** The volume is on disk from an earlier agent. */
  public synchronized void found(PodUid pod, TrackedVolume volume) {
    left.computeIfAbsent(pod, p -> new HashSet<>()).add(volume);
  }

  /** Returns the moment at which the pod first wanted the volume. */
  public synchronized long want(PodUid pod, TrackedVolume volume, long now) {
    return wanted.computeIfAbsent(pod, p -> new HashMap<>()).computeIfAbsent(volume, v -> now);
  }

  /** Returns whether that is news. */
  public synchronized boolean made(PodUid pod, TrackedVolume volume) {
    left.getOrDefault(pod, new HashSet<>()).remove(volume);
    return present.computeIfAbsent(pod, p -> new HashSet<>()).add(volume);
  }

  public synchronized boolean has(PodUid pod, TrackedVolume volume) {
    return present.getOrDefault(pod, Set.of()).contains(volume);
  }

  /** The volumes of a pod that is to have none any more. */
  public synchronized Set<TrackedVolume> unwanted(PodUid pod) {
    wanted.remove(pod);
    Set<TrackedVolume> volumes = new HashSet<>(present.getOrDefault(pod, Set.of()));
    volumes.addAll(left.getOrDefault(pod, Set.of()));
    return volumes;
  }

  /** The pod has no volumes any more. */
  public synchronized void gone(PodUid pod) {
    wanted.remove(pod);
    present.remove(pod);
    left.remove(pod);
  }

  /** How many volumes pods want, by plugin. */
  public synchronized SortedMap<String, Integer> wanted() {
    return counted(wanted.values().stream().<Collection<TrackedVolume>>map(Map::keySet).toList());
  }

  /** How many volumes pods have, by plugin. */
  public synchronized SortedMap<String, Integer> present() {
    List<Collection<TrackedVolume>> all = new ArrayList<>(present.values());
    all.addAll(left.values());
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
