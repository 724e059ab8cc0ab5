package dev.jubelet.pod.objects;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.edge.apiserver.ListPage;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.WatchStream;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.pod.model.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Spreads requests over as many connections as they need: API servers allow a hundred requests at a
 * time on one, watches among them, and refuse what is above. A connection is opened when those
 * before it are full.
 *
 * <p>Thread: any. Owns: how many requests are under way on each connection.
 */
final class SpreadRequests implements ObjectRequests {
  static final int ROOM = 80;

  /** A connection and the requests under way on it. */
  private static final class Way {
    final ObjectRequests requests;
    int taken;

    Way(ObjectRequests requests) {
      this.requests = requests;
    }
  }

  private final IntFunction<ObjectRequests> open;

  @GuardedBy("this")
  private final List<Way> ways = new ArrayList<>();

  /** {@code open} opens the connection of that number, counted from 0. */
  SpreadRequests(IntFunction<ObjectRequests> open) {
    this.open = open;
  }

  private synchronized Way enter() {
    for (Way way : ways) {
      if (way.taken < ROOM) {
        way.taken++;
        return way;
      }
    }
    Way another = new Way(open.apply(ways.size()));
    another.taken = 1;
    ways.add(another);
    return another;
  }

  private synchronized void leave(Way way) {
    way.taken--;
  }

  private <R> R passing(Way way, Supplier<R> request) {
    try {
      return request.get();
    } finally {
      leave(way);
    }
  }

  @Override
  public ObjectContent get(ObjectKey key) {
    Way way = enter();
    return passing(way, () -> way.requests.get(key));
  }

  @Override
  public ListWatch<ObjectContent> watch(ObjectKey key) {
    return new ListWatch<>() {
      @Override
      public ListPage<ObjectContent> list(ListRequest request) {
        Way way = enter();
        return passing(way, () -> way.requests.watch(key).list(request));
      }

      @Override
      public WatchStream<ObjectContent> watch(String resourceVersion, Duration longest) {
        Way way = enter();
        try {
          return new Staying(way, way.requests.watch(key).watch(resourceVersion, longest));
        } catch (RuntimeException e) {
          leave(way);
          throw e;
        }
      }
    };
  }

  /** A watch keeps its place until it is closed. */
  private final class Staying implements WatchStream<ObjectContent> {
    private final Way way;
    private final WatchStream<ObjectContent> stream;
    private final AtomicBoolean left = new AtomicBoolean();

    Staying(Way way, WatchStream<ObjectContent> stream) {
      this.way = way;
      this.stream = stream;
    }

    @Override
    public @Nullable WatchEvent<ObjectContent> next() {
      return stream.next();
    }

    @Override
    public void close() {
      stream.close();
      if (left.compareAndSet(false, true)) {
        leave(way);
      }
    }
  }
}
