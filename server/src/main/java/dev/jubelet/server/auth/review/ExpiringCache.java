package dev.jubelet.server.auth.review;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Answers that hold for a while. When it is full, the answer that was not used for longest goes.
 *
 * <p>Thread: any. Owns: the answers.
 */
final class ExpiringCache<A> {
  private record Kept<A>(A answer, long since) {}

  private final int limit;
  private final long nanos;
  private final Timers timers;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<Fingerprint, Kept<A>> kept = new LinkedHashMap<>(16, 0.75f, true);

  /** With a {@code life} of zero or less nothing is kept. */
  ExpiringCache(int limit, Duration life, Timers timers) {
    this.limit = limit;
    this.nanos = life.toNanos();
    this.timers = timers;
  }

  Optional<A> find(Fingerprint question) {
    synchronized (lock) {
      Kept<A> found = kept.get(question);
      if (found == null) {
        return Optional.empty();
      }
      if (timers.nanoTime() - found.since() >= nanos) {
        kept.remove(question);
        return Optional.empty();
      }
      return Optional.of(found.answer());
    }
  }

  void put(Fingerprint question, A answer) {
    if (nanos <= 0) {
      return;
    }
    synchronized (lock) {
      kept.put(question, new Kept<>(answer, timers.nanoTime()));
      if (kept.size() > limit) {
        kept.remove(kept.keySet().iterator().next());
      }
    }
  }

  int size() {
    synchronized (lock) {
      return kept.size();
    }
  }
}
