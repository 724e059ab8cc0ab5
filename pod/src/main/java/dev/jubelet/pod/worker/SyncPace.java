package dev.jubelet.pod.worker;

import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** When a pod that is to run is looked at again. Thread: the pod's lane. */
final class SyncPace {
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);

  private final Duration resync;
  private final Timers timers;

  SyncPace(Duration resync, Timers timers) {
    this.resync = resync;
    this.timers = timers;
  }

  Duration resync() {
    return jittered(resync);
  }

  Next resyncLater() {
    return new Next.After(resync());
  }

  Duration afterFailure() {
    return jittered(AFTER_FAILURE);
  }

  /** At this time, but not later than the next resync; without a time after {@code otherwise}. */
  Next.After at(@Nullable Instant at, Duration otherwise) {
    if (at == null) {
      return new Next.After(otherwise);
    }
    Duration until = Duration.between(timers.now(), at);
    return new Next.After(until.compareTo(resync) > 0 ? resync : until);
  }

  /** Looks again when the deadline passes, at the latest. */
  Next notBeyond(Optional<Instant> deadline, Next next) {
    if (deadline.isEmpty() || !(next instanceof Next.After(Duration delay))) {
      return next;
    }
    Duration left = Duration.between(timers.now(), deadline.get());
    return left.compareTo(delay) < 0 ? new Next.After(left) : next;
  }

  static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.isBefore(b) ? a : b;
  }

  private static Duration jittered(Duration duration) {
    return Duration.ofNanos(
        (long) (duration.toNanos() * (1 + ThreadLocalRandom.current().nextDouble(0.5))));
  }
}
