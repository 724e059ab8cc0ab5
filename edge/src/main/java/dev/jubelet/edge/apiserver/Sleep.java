package dev.jubelet.edge.apiserver;

import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Waiting by the injected clock, on the thread that has to wait. */
public final class Sleep {
  private Sleep() {}

  /** An interrupt ends it with {@link ApiException.Kind#CANCELLED}. */
  public static void of(Duration duration, Timers timers) {
    if (!duration.isPositive()) {
      return;
    }
    CountDownLatch over = new CountDownLatch(1);
    Timers.Pending timer = timers.after(duration, over::countDown);
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiException(ApiException.Kind.CANCELLED, "interrupted while waiting", e);
    } finally {
      timer.cancel();
    }
  }
}
