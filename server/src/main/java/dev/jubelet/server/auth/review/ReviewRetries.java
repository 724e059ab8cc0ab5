package dev.jubelet.server.auth.review;

import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Asks again after a passing failure, a few times and with growing pauses. The numbers are
 * upstream's.
 *
 * <p>Thread: any; blocks.
 */
public final class ReviewRetries {
  private static final int MOST = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final double GROWTH = 1.5;
  private static final double JITTER = 0.2;

  private final Timers timers;
  private final RandomGenerator random;

  public ReviewRetries(Timers timers, RandomGenerator random) {
    this.timers = timers;
    this.random = random;
  }

  /** The first answer, or the last failure. */
  <A> A run(Supplier<A> question) {
    double pause = FIRST_PAUSE.toNanos();
    for (int attempt = 1; ; attempt++) {
      try {
        return question.get();
      } catch (ReviewException e) {
        if (e.kind() != ReviewException.Kind.TRANSIENT || attempt == MOST) {
          throw e;
        }
      }
      pause(Duration.ofNanos((long) (pause * (1 + JITTER * random.nextDouble()))));
      pause *= GROWTH;
    }
  }

  private void pause(Duration duration) {
    CountDownLatch over = new CountDownLatch(1);
    Timers.Pending timer = timers.after(duration, over::countDown);
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReviewException(
          ReviewException.Kind.CANCELLED, "interrupted between two attempts", e);
    } finally {
      timer.cancel();
    }
  }
}
