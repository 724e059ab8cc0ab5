package dev.jubelet.server.auth.review;

import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions from memory or by asking. Equal questions at the same time are asked once, few
 * different ones are under way at once, and whoever waits gets an answer or a {@link
 * ReviewException} within {@link #LONGEST_WAIT}, however the other server behaves.
 *
 * <p>Thread: any; callers block, each question is asked on a virtual thread of its own. Owns: the
 * questions under way.
 */
public final class CachedReviews<A> {
  static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
  // The API server must not feel a flood of bad tokens at a node.
  static final int MOST_UNDER_WAY = 16;
  // Who waits for its turn holds what it asks about: strangers must not make a long queue.
  static final int MOST_WAITING = 256;

  private final ReviewCache<A> cache;
  private final ReviewRetries retries;
  private final Timers timers;
  private final CachedReviewMeter meter;
  private final ConcurrentMap<Fingerprint, FutureTask<A>> underWay = new ConcurrentHashMap<>();
  private final Semaphore places = new Semaphore(MOST_UNDER_WAY, true);

  /** Counts nothing. */
  public CachedReviews(ReviewCache<A> cache, ReviewRetries retries, Timers timers) {
    this(cache, retries, timers, CachedReviewMeter.NONE);
  }

  public CachedReviews(
      ReviewCache<A> cache, ReviewRetries retries, Timers timers, CachedReviewMeter meter) {
    this.cache = cache;
    this.retries = retries;
    this.timers = timers;
    this.meter = meter;
  }

  /**
   * The answer to the question with this fingerprint.
   *
   * @param asking blocks until the other server answers; it is interrupted when time is up
   */
  public A answer(Fingerprint question, Supplier<A> asking) {
    long begun = timers.nanoTime();
    Optional<A> known = cache.find(question);
    try {
      return known.isPresent() ? known.get() : await(underWay(question, asking));
    } finally {
      meter.answered(known.isPresent(), Duration.ofNanos(timers.nanoTime() - begun));
    }
  }

  /** One that has ended wakes those who wait before it is forgotten; it answers nobody else. */
  private FutureTask<A> underWay(Fingerprint question, Supplier<A> asking) {
    if (underWay.size() >= MOST_WAITING && !underWay.containsKey(question)) {
      throw new ReviewException(
          ReviewException.Kind.FAILED, "too many others are waiting for an answer", null);
    }
    Asked<A> mine =
        new Asked<>(() -> ask(question, asking), ended -> underWay.remove(question, ended));
    FutureTask<A> current =
        underWay.compute(question, (key, other) -> other == null || other.isDone() ? mine : other);
    if (current == mine) {
      mine.start(timers);
    }
    return current;
  }

  private A ask(Fingerprint question, Supplier<A> asking) {
    takePlace();
    try {
      Optional<A> known = cache.find(question); // from one that ended just before this one began
      if (known.isPresent()) {
        return known.get();
      }
      A answer = run(asking);
      cache.put(question, answer);
      return answer;
    } finally {
      places.release();
    }
  }

  private A run(Supplier<A> asking) {
    boolean answered = false;
    meter.asking(1);
    try {
      A answer = retries.run(asking);
      answered = true;
      return answer;
    } finally {
      meter.asking(-1);
      meter.asked(answered);
    }
  }

  private void takePlace() {
    try {
      places.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReviewException(ReviewException.Kind.CANCELLED, "interrupted in the queue", e);
    }
  }

  private A await(FutureTask<A> asked) {
    meter.waiting(1);
    try {
      return asked.get();
    } catch (CancellationException e) {
      throw new ReviewException(
          ReviewException.Kind.TIMEOUT, "no answer within " + LONGEST_WAIT.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReviewException(
          ReviewException.Kind.CANCELLED, "interrupted while waiting for an answer", e);
    } finally {
      meter.waiting(-1);
    }
  }

  private static ReviewException failure(@Nullable Throwable cause) {
    return cause instanceof ReviewException known
        ? new ReviewException(known.kind(), String.valueOf(known.getMessage()), known)
        : new ReviewException(ReviewException.Kind.FAILED, "asking failed: " + cause, cause);
  }

  /** How many questions are under way. */
  int pending() {
    return underWay.size();
  }

  /** One question; it is forgotten as soon as it is answered, failed or given up. */
  private static final class Asked<A> extends FutureTask<A> {
    private final Consumer<FutureTask<A>> forget;
    private volatile Timers.Pending deadline = () -> {};

    Asked(Supplier<A> work, Consumer<FutureTask<A>> forget) {
      super(work::get);
      this.forget = forget;
    }

    void start(Timers timers) {
      deadline = timers.after(LONGEST_WAIT, () -> cancel(true));
      Thread.ofVirtual().name("review").start(this);
    }

    @Override
    protected void done() {
      deadline.cancel();
      forget.accept(this);
    }
  }
}
