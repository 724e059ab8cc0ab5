package dev.jubelet.server.stats;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How much processor is used now, from two readings. Of the first reading nothing can be said.
 *
 * <p>Thread: one at a time. Owns: the last reading of each cgroup.
 */
final class CpuRates {
  /** Readings that are closer make a rate of noise. */
  private static final long LEAST_NANOS = 1_000_000_000;

  private record Reading(long usageNanos, long at, @Nullable Long nanoCores) {}

  private final Map<String, Reading> last = new HashMap<>();

  /** Takes a reading at this monotonic time; returns billionths of a core. */
  @Nullable Long take(String cgroup, long usageNanos, long at) {
    Reading before = last.get(cgroup);
    if (before != null && at - before.at() < LEAST_NANOS) {
      return before.nanoCores();
    }
    Long rate = before == null ? null : rate(before, usageNanos, at);
    last.put(cgroup, new Reading(usageNanos, at, rate));
    return rate;
  }

  /** A counter that went back belongs to another cgroup of the same name. */
  private static @Nullable Long rate(Reading before, long usageNanos, long at) {
    long used = usageNanos - before.usageNanos();
    return used < 0 ? null : (long) (used * 1e9 / (at - before.at()));
  }

  void keepOnly(Set<String> cgroups) {
    last.keySet().retainAll(cgroups);
  }
}
