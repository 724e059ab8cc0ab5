package dev.jubelet.image;

import dev.jubelet.api.cri.PullImageRequest;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriImages;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Lets only so many pulls run at a time, in the order in which they came.
 *
 * <p>Thread: that of each caller, which waits and pulls on it. Owns: the places.
 */
final class PullQueue {
  private final CriImages images;
  private final Timers timers;
  private final Semaphore places;
  private final TokenBucket starts;

  PullQueue(CriImages images, PullSettings settings, Timers timers) {
    this.images = images;
    this.timers = timers;
    this.places = new Semaphore(settings.parallel(), true);
    this.starts = new TokenBucket(settings.registryPullQps(), settings.registryBurst(), timers);
  }

  /** Waits for a place and pulls. An interrupt ends both at once. */
  PullResult pull(PullImageRequest request, Consumer<String> waitsFor) throws InterruptedException {
    takePlace(waitsFor);
    try {
      return starts.tryTake()
          ? pullNow(request)
          : new PullResult.Failed(new PullFailure("pull QPS exceeded"));
    } finally {
      places.release();
    }
  }

  private void takePlace(Consumer<String> waitsFor) throws InterruptedException {
    // With a time, unlike without, this does not overtake those who wait already.
    if (!places.tryAcquire(0, TimeUnit.SECONDS)) {
      waitsFor.accept("the pull queue");
      places.acquire();
    }
  }

  private PullResult pullNow(PullImageRequest request) throws InterruptedException {
    long start = timers.nanoTime();
    try {
      String imageRef = images.pullImage(request).getImageRef();
      return new PullResult.Pulled(imageRef, Duration.ofNanos(timers.nanoTime() - start));
    } catch (CriException e) {
      if (e.kind() == CriException.Kind.CANCELLED && Thread.interrupted()) {
        throw new InterruptedException("the pull was given up");
      }
      return new PullResult.Failed(PullFailure.of(e));
    }
  }
}
