package dev.jubelet.server.auth.review;

import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What was answered lately. Yes and no are kept apart: whoever tries many bad tokens pushes out no
 * good one.
 *
 * <p>Thread: any. Owns: the answers.
 */
public final class ReviewCache<A> {
  /** Of each kind; few different callers have business with one node. */
  static final int LIMIT = 1024;

  private final Predicate<A> yes;
  private final ExpiringCache<A> granted;
  private final ExpiringCache<A> refused;

  /** Lives of zero or less mean that such answers are not kept. */
  public ReviewCache(Predicate<A> yes, Duration grantLife, Duration refusalLife, Timers timers) {
    this.yes = yes;
    this.granted = new ExpiringCache<>(LIMIT, grantLife, timers);
    this.refused = new ExpiringCache<>(LIMIT, refusalLife, timers);
  }

  Optional<A> find(Fingerprint question) {
    return granted.find(question).or(() -> refused.find(question));
  }

  void put(Fingerprint question, A answer) {
    (yes.test(answer) ? granted : refused).put(question, answer);
  }

  /** How many are kept, outdated ones among them. */
  int size() {
    return granted.size() + refused.size();
  }
}
