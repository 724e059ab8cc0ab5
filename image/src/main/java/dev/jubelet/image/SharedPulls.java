package dev.jubelet.image;

import dev.jubelet.api.cri.PullImageRequest;
import dev.jubelet.image.credential.Login;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets pods that want the same image at the same time share one pull. Upstream pulls once for each
 * and leaves it to the runtime to notice; the outcome is the same, the registry is asked once. Only
 * pulls with equal credentials are shared, so that nobody gets an image by another's right.
 *
 * <p>Thread: that of each caller: the first pulls, the others wait. When the first gives up, one of
 * the others takes over. Owns: the pulls under way.
 */
final class SharedPulls {
  private record Key(String image, String runtimeHandler, List<Login> logins) {
    static Key of(PullImageRequest request, List<Login> logins) {
      return new Key(request.getImage().getImage(), request.getImage().getRuntimeHandler(), logins);
    }
  }

  /** A pull under way; without a result once it has ended, it was given up. */
  private static final class Flight {
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable PullResult result;

    @Nullable PullResult await() throws InterruptedException {
      ended.await();
      return result;
    }
  }

  private final PullQueue queue;
  private final ConcurrentMap<Key, Flight> flights = new ConcurrentHashMap<>();

  SharedPulls(PullQueue queue) {
    this.queue = queue;
  }

  PullResult pull(PullImageRequest request, List<Login> logins, Consumer<String> waitsFor)
      throws InterruptedException {
    Key key = Key.of(request, logins);
    while (true) {
      Flight mine = new Flight();
      Flight others = flights.putIfAbsent(key, mine);
      if (others == null) {
        return fly(key, mine, request, waitsFor);
      }
      waitsFor.accept("another pod's pull of the same image");
      PullResult result = others.await();
      if (result != null) {
        return result;
      }
    }
  }

  private PullResult fly(
      Key key, Flight flight, PullImageRequest request, Consumer<String> waitsFor)
      throws InterruptedException {
    try {
      PullResult result = queue.pull(request, key.logins(), waitsFor);
      if (!(result instanceof PullResult.Abandoned)) {
        flight.result = result;
      }
      return result;
    } finally {
      flights.remove(key, flight);
      flight.ended.countDown();
    }
  }
}
