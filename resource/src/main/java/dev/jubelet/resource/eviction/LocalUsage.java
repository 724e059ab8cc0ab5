package dev.jubelet.resource.eviction;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that a pod uses of this machine's disks; what is not known is missing.
 *
 * @param volumes by name
 * @param containers by name: their logs, and what they wrote where nothing is mounted
 * @param pod all together
 */
public record LocalUsage(
    Map<String, Long> volumes, Map<String, Long> containers, @Nullable Long pod) {
  public LocalUsage {
    volumes = Map.copyOf(volumes);
    containers = Map.copyOf(containers);
  }
}
