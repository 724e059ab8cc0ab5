package dev.jubelet.resource.eviction.pressure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * When pods have to go, and how.
 *
 * @param thresholds as the administrator wrote them
 * @param transition how long a pressure lasts after its last sign
 * @param maxPodGraceSeconds the most that a pod gets to end when a soft threshold is met
 * @param podsLimited whether all pods together have a limit of memory
 */
public record EvictionConfig(
    List<Threshold> thresholds, Duration transition, int maxPodGraceSeconds, boolean podsLimited) {
  private static final List<NodeSignal> OF_CONTAINERS =
      List.of(NodeSignal.CONTAINER_DISK, NodeSignal.CONTAINER_INODES);

  public EvictionConfig {
    thresholds = List.copyOf(thresholds);
  }

  /**
   * Those that hold on a node with these disks: the disk of containers has those of the disk that
   * it is on, and the memory of all pods together that of the machine.
   */
  public List<Threshold> on(DiskLayout layout) {
    List<Threshold> all = new ArrayList<>();
    for (Threshold threshold : thresholds) {
      if (!OF_CONTAINERS.contains(threshold.signal())) {
        all.add(threshold);
      }
      if (podsLimited && threshold.signal() == NodeSignal.MEMORY && threshold.isHard()) {
        all.add(threshold.on(NodeSignal.ALLOCATABLE_MEMORY));
      }
      for (NodeSignal signal : OF_CONTAINERS) {
        if (threshold.signal() == layout.original(signal)) {
          all.add(threshold.on(signal));
        }
      }
    }
    return List.copyOf(all);
  }

  /** Signals whose thresholds are not the administrator's to set. */
  public List<NodeSignal> ignored() {
    return thresholds.stream().map(Threshold::signal).filter(OF_CONTAINERS::contains).toList();
  }
}
