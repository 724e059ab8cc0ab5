package dev.jubelet.resource.eviction;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When to look next at what a pod uses. Often while the pod is young, since most are filled then,
 * and while it grows so fast that it will soon be full; else every ten seconds, unless its trees
 * are so large that looking at them is work: then most of the time is rest. Pure.
 */
final class LookPace {
  static final Duration SOONEST = Duration.ofSeconds(1);
  static final Duration USUAL = Duration.ofSeconds(10);
  static final Duration LONGEST_REST = Duration.ofMinutes(5);

  /** How much longer to rest than to look. */
  private static final int REST = 20;

  private LookPace() {}

  /**
   * What was seen.
   *
   * @param at since the pod is watched
   * @param fullness 1 when a limit is reached
   * @param took how long it takes to find out
   */
  record Seen(Duration at, double fullness, Duration took) {}

  static Duration next(@Nullable Seen before, Seen now) {
    Duration wait = shorter(USUAL, now.at());
    if (before != null && now.fullness() > before.fullness()) {
      wait = shorter(wait, untilFull(before, now).dividedBy(2));
    }
    return longer(longer(wait, SOONEST), shorter(now.took().multipliedBy(REST), LONGEST_REST));
  }

  /** When it goes on like that. */
  private static Duration untilFull(Seen before, Seen now) {
    double steps = (1 - now.fullness()) / (now.fullness() - before.fullness());
    double nanos = steps * now.at().minus(before.at()).toNanos();
    return Duration.ofNanos((long) Math.max(0, nanos));
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }
}
