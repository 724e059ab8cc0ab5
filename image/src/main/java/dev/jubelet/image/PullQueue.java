package dev.jubelet.image;

import dev.jubelet.api.cri.AuthConfig;
import dev.jubelet.api.cri.PullImageRequest;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriImages;
import dev.jubelet.image.credential.Login;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  /**
   * Waits for a place and pulls with each login until one opens the registry; without one when
   * there is none. An interrupt ends the wait with an exception, and the pull with a result.
   */
  PullResult pull(PullImageRequest request, List<Login> logins, Consumer<String> waitsFor)
      throws InterruptedException {
    takePlace(waitsFor);
    try {
      return starts.tryTake()
          ? pullNow(request, logins)
          : new PullResult.Failed(new PullFailure("pull QPS exceeded"), true);
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

  private PullResult pullNow(PullImageRequest request, List<Login> logins) {
    long start = timers.nanoTime();
    List<PullFailure> failures = new ArrayList<>();
    boolean certain = true;
    for (int login = logins.isEmpty() ? PullResult.ANONYMOUS : 0; login < logins.size(); login++) {
      PullImageRequest attempt =
          login == PullResult.ANONYMOUS ? request : with(request, logins.get(login));
      try {
        String imageRef = images.pullImage(attempt).getImageRef();
        if (!imageRef.isEmpty()) {
          return new PullResult.Pulled(imageRef, since(start), login);
        }
        failures.add(PullFailure.withoutReference(request.getImage().getImage()));
        certain = false;
      } catch (CriException e) {
        if (e.kind() == CriException.Kind.CANCELLED && Thread.currentThread().isInterrupted()) {
          return new PullResult.Abandoned();
        }
        failures.add(PullFailure.of(e));
        certain &= isCertain(e.kind());
      }
    }
    return new PullResult.Failed(PullFailure.joined(failures), certain);
  }

  /** Whether the runtime itself said that it has not pulled the image. */
  private static boolean isCertain(CriException.Kind kind) {
    return switch (kind) {
      case UNAVAILABLE, TIMEOUT, CANCELLED -> false;
      case NOT_FOUND, INVALID, EXHAUSTED, UNIMPLEMENTED, ALREADY_EXISTS, INTERNAL -> true;
    };
  }

  private static PullImageRequest with(PullImageRequest request, Login login) {
    return request.toBuilder()
        .setAuth(
            AuthConfig.newBuilder().setUsername(login.username()).setPassword(login.password()))
        .build();
  }

  private Duration since(long start) {
    return Duration.ofNanos(timers.nanoTime() - start);
  }
}
