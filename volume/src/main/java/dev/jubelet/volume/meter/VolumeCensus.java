package dev.jubelet.volume.meter;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.pod.model.PodUid;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which volumes pods want, and which this agent has made ready for them.
 *
 * <p>Thread: any. Owns: both.
 */
public final class VolumeCensus {
  @GuardedBy("this")
  private final Map<PodUid, Map<CountedVolume, Long>> wanted = new HashMap<>();

  @GuardedBy("this")
  private final Map<PodUid, Set<CountedVolume>> present = new HashMap<>();

  /** Returns the moment at which the pod first wanted the volume. */
  public synchronized long want(PodUid pod, CountedVolume volume, long now) {
    return wanted.computeIfAbsent(pod, p -> new HashMap<>()).computeIfAbsent(volume, v -> now);
  }

  /** Returns whether that is news. */
  public synchronized boolean made(PodUid pod, CountedVolume volume) {
    return present.computeIfAbsent(pod, p -> new HashSet<>()).add(volume);
  }

  public synchronized boolean has(PodUid pod, CountedVolume volume) {
    return present.getOrDefault(pod, Set.of()).contains(volume);
  }

  /** The volumes of a pod that is to have none any more. */
  public synchronized Set<CountedVolume> unwanted(PodUid pod) {
    wanted.remove(pod);
    return Set.copyOf(present.getOrDefault(pod, Set.of()));
  }

  /** The pod has no volumes any more. */
  public synchronized void gone(PodUid pod) {
    wanted.remove(pod);
    present.remove(pod);
  }

  /** How many volumes pods want, by plugin. */
  public synchronized SortedMap<String, Integer> wanted() {
    return counted(wanted.values().stream().<Collection<CountedVolume>>map(Map::keySet).toList());
  }

  /** How many volumes pods have, by plugin. */
  public synchronized SortedMap<String, Integer> present() {
    return counted(present.values());
  }

  private static SortedMap<String, Integer> counted(
      Collection<? extends Collection<CountedVolume>> pods) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    for (Collection<CountedVolume> volumes : pods) {
      volumes.forEach(volume -> counts.merge(volume.plugin(), 1, Integer::sum));
    }
    return counts;
  }
}
