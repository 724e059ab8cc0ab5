package dev.jubelet.pod.objects;

import dev.jubelet.edge.apiserver.ListPage;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.WatchStream;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Lets only a few objects be read at a time: while it is read an object takes several times its
 * size, and after a start all objects of all pods are read.
 *
 * <p>Thread: any. Owns: the permits.
 */
final class BoundedReads {
  private final Semaphore permits;

  BoundedReads(int atATime) {
    this.permits = new Semaphore(atATime, true);
  }

  /** Waits for its turn; every read has a deadline of its own, so that the wait ends. */
  <T> T read(Supplier<T> reading) {
    permits.acquireUninterruptibly();
    try {
      return reading.get();
    } finally {
      permits.release();
    }
  }

  /** Lists in turn. A watch is no read: it is silent most of the time. */
  <T> ListWatch<T> listingInTurn(ListWatch<T> source) {
    return new ListWatch<>() {
      @Override
      public ListPage<T> list(ListRequest request) {
        return read(() -> source.list(request));
      }

      @Override
      public WatchStream<T> watch(String resourceVersion, Duration longest) {
        return source.watch(resourceVersion, longest);
      }

      @Override
      public void check(String resourceVersion) {
        source.check(resourceVersion);
      }
    };
  }
}
