package dev.jubelet.image;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.PodUid;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How long a pod must wait before it may try again to pull an image that failed: 10 s, doubled with
 * each failure up to 5 min, forgotten 10 min after the last.
 *
 * <p>Thread: any. Owns: the waits, with what failed last; those forgotten go at the next failure.
 */
final class PullBackOff {
  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private record Key(PodUid pod, String image) {}

  private record Wait(Duration delay, long sinceNanos, String failure) {}

  /** What is left of a wait, and the failure that began it. */
  record Remaining(Duration left, String failure) {}

  private final Timers timers;

  @GuardedBy("this")
  private final Map<Key, Wait> waits = new HashMap<>();

  PullBackOff(Timers timers) {
    this.timers = timers;
  }

  /** Whether the pod must still wait. */
  synchronized Optional<Remaining> remaining(PodUid pod, String image) {
    Wait wait = waits.get(new Key(pod, image));
    if (wait == null) {
      return Optional.empty();
    }
    Duration left = wait.delay().minus(age(wait));
    return left.isPositive() ? Optional.of(new Remaining(left, wait.failure())) : Optional.empty();
  }

  /** Notes a failure, from which the wait counts. */
  synchronized void failed(PodUid pod, String image, String failure) {
    waits.values().removeIf(wait -> age(wait).compareTo(LONGEST.multipliedBy(2)) > 0);
    Key key = new Key(pod, image);
    Wait before = waits.get(key);
    Duration delay = before == null ? FIRST : min(before.delay().multipliedBy(2));
    waits.put(key, new Wait(delay, timers.nanoTime(), failure));
  }

  private Duration age(Wait wait) {
    return Duration.ofNanos(timers.nanoTime() - wait.sinceNanos());
  }

  private static Duration min(Duration delay) {
    return delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
  }
}
