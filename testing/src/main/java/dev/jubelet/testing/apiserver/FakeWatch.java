package dev.jubelet.testing.apiserver;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.WatchStream;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * One open watch of {@link FakePods}.
 *
 * <p>Thread: told by any, read by one. Owns: the events that were not read yet.
 */
final class FakeWatch implements WatchStream<Pod> {
  /** An empty one is the end. */
  private final BlockingQueue<Optional<WatchEvent<Pod>>> events = new LinkedBlockingQueue<>();

  private volatile boolean closed;
  private volatile boolean broken;

  void tell(WatchEvent<Pod> event) {
    events.add(Optional.of(event));
  }

  void breakOff() {
    broken = true;
    events.add(Optional.empty());
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public @Nullable WatchEvent<Pod> next() {
    try {
      Optional<WatchEvent<Pod>> event = events.take();
      if (event.isEmpty() && broken) {
        throw new ApiException(ApiException.Kind.UNAVAILABLE, "the watch broke off");
      }
      return event.orElse(null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiException(ApiException.Kind.CANCELLED, "interrupted", e);
    }
  }

  @Override
  public void close() {
    closed = true;
    events.add(Optional.empty());
  }
}
