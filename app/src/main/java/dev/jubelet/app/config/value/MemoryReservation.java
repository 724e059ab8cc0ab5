package dev.jubelet.app.config.value;

import java.util.Map;
import java.util.stream.Collectors;

/** Memory set aside on one NUMA node, by type ({@code memory}, {@code hugepages-2Mi}). */
public record MemoryReservation(int numaNode, Map<String, Quantity> limits) {
  /** The flag's spelling: {@code 0:memory=1Gi,hugepages-2Mi=64Mi}. */
  @Override
  public String toString() {
    return limits.entrySet().stream()
        .map(limit -> limit.getKey() + "=" + limit.getValue())
        .collect(Collectors.joining(",", numaNode + ":", ""));
  }
}
