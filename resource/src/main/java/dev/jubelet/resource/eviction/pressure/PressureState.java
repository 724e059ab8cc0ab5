package dev.jubelet.resource.eviction.pressure;

import dev.jubelet.pod.model.NodePressure;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What one pass leaves to the next; times are on the monotonic clock.
 *
 * @param firstMet since when each threshold is met
 * @param lastSeen when each pressure last had a sign
 * @param due the thresholds for which a pod had to go
 * @param readings of that pass
 */
public record PressureState(
    Map<Threshold, Duration> firstMet,
    Map<NodePressure, Duration> lastSeen,
    List<Threshold> due,
    Map<NodeSignal, Reading> readings) {
  public static final PressureState NONE =
      new PressureState(Map.of(), Map.of(), List.of(), Map.of());

  public PressureState {
    firstMet = Map.copyOf(firstMet);
    lastSeen = Map.copyOf(lastSeen);
    due = List.copyOf(due);
    readings = Map.copyOf(readings);
  }
}
