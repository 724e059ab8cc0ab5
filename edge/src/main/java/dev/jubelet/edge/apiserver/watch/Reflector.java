package dev.jubelet.edge.apiserver.watch;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ListPage;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.WatchStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Lists, then watches, and goes on for ever: through ended watches, lost connections and versions
 * that the server has forgotten. A step is one list or one watch.
 *
 * <p>Thread: a lane of its own; {@link #start} and {@link #close} from any. Owns: its position and
 * the stream that is open.
 */
public final class Reflector<T> implements AutoCloseable {
  private static final Duration SHORTEST_WATCH = Duration.ofMinutes(5);
  private static final Duration SUSPICIOUSLY_SHORT = Duration.ofSeconds(1);

  /** A watch that lived so long was one, even if there was nothing to tell. */
  private static final Duration SETTLED = Duration.ofSeconds(5);

  private static final int PAGE = 500;

  private final String name;
  private final ListWatch<T> source;
  private final WatchListener<T> listener;
  private final Timers timers;
  private final RandomGenerator random;
  private final WatchOutageLog outages;
  private final Backoff backoff;
  private final Lane lane;
  private Position position = Position.start();
  private volatile boolean closed;
  private volatile @Nullable WatchStream<T> open;

  /** {@code name} is what is watched, for logs and for the name of the thread. */
  public Reflector(
      String name,
      ListWatch<T> source,
      WatchListener<T> listener,
      Timers timers,
      RandomGenerator random) {
    this(name, source, listener, timers, random, new WatchOutageLog());
  }

  /** One of many that tell together when they see nothing. */
  public Reflector(
      String name,
      ListWatch<T> source,
      WatchListener<T> listener,
      Timers timers,
      RandomGenerator random,
      WatchOutageLog outages) {
    this.name = name;
    this.source = source;
    this.listener = listener;
    this.timers = timers;
    this.random = random;
    this.outages = outages;
    this.backoff = new Backoff(random);
    this.lane = new Lane("watch-" + name, this::step, timers);
  }

  public void start() {
    lane.wake();
  }

  Lane.Next step() {
    if (closed) {
      return Lane.Next.DONE;
    }
    try {
      switch (position) {
        case Position.Listing(String from) -> list(from);
        case Position.Watching(String from) -> watch(from);
        case Position.Resuming(String from) -> resume(from);
      }
      return Lane.Next.AGAIN;
    } catch (ApiException e) {
      return closed ? Lane.Next.DONE : failed(e);
    }
  }

  /** A list from the server's memory comes whole; one from the store comes in pages. */
  private void list(String from) {
    ListPage<T> first = source.list(new ListRequest(from, from.equals("0") ? 0 : PAGE, ""));
    ListPage<T> all = first.more().isEmpty() ? first : withOtherPages(first);
    listener.replaced(all.items(), all.resourceVersion());
    position = new Position.Watching(all.resourceVersion());
    outages.seen(name);
  }

  /** When the pages take so long that the server forgets their version, all must come at once. */
  private ListPage<T> withOtherPages(ListPage<T> first) {
    List<T> all = new ArrayList<>(first.items());
    ListPage<T> page = first;
    try {
      while (!page.more().isEmpty()) {
        page = source.list(new ListRequest("", PAGE, page.more()));
        all.addAll(page.items());
      }
    } catch (ApiException e) {
      if (e.kind() != ApiException.Kind.GONE) {
        throw e;
      }
      return source.list(ListRequest.NEWEST);
    }
    return new ListPage<>(List.copyOf(all), page.resourceVersion(), "");
  }

  private void resume(String from) {
    source.check(from);
    position = new Position.Watching(from);
  }

  private void watch(String from) {
    try (WatchStream<T> stream = source.watch(from, watchTime())) {
      open = stream;
      read(stream, from);
    } finally {
      open = null;
    }
  }

  private void read(WatchStream<T> stream, String from) {
    long openedAt = timers.nanoTime();
    try {
      for (WatchEvent<T> event = next(stream); event != null; event = next(stream)) {
        take(event);
        if (!event.resourceVersion().equals(from)) {
          settled();
        }
      }
    } finally {
      if (hasPassed(SETTLED, openedAt)) {
        settled();
      }
    }
    if (!closed
        && !hasPassed(SUSPICIOUSLY_SHORT, openedAt)
        && position.equals(new Position.Watching(from))) {
      throw new ApiException(
          ApiException.Kind.UNAVAILABLE, "the watch of " + name + " ended as soon as it began");
    }
  }

  private boolean hasPassed(Duration time, long since) {
    return timers.nanoTime() - since >= time.toNanos();
  }

  /** A server that only accepts watches and ends them does not get as far as this. */
  private void settled() {
    backoff.settled();
    outages.seen(name);
  }

  private @Nullable WatchEvent<T> next(WatchStream<T> stream) {
    return closed ? null : stream.next();
  }

  private void take(WatchEvent<T> event) {
    if (!(event instanceof WatchEvent.Bookmark<T>)) {
      listener.changed(event);
    }
    position = new Position.Watching(event.resourceVersion());
  }

  /** Between five and ten minutes, so that watches do not all end together. */
  private Duration watchTime() {
    return SHORTEST_WATCH.plusMillis((long) (random.nextDouble() * SHORTEST_WATCH.toMillis()));
  }

  private Lane.Next failed(ApiException e) {
    boolean listing = position instanceof Position.Listing;
    position = position.after(e);
    Duration delay = backoff.next();
    outages.lost(name, listing ? "list" : "watch", e, delay);
    if (closed) {
      outages.forget(name);
    }
    listener.lost(e);
    return new Lane.Next.After(delay);
  }

  @Override
  public void close() {
    closed = true;
    outages.forget(name);
    WatchStream<T> stream = open;
    if (stream != null) {
      stream.close();
    }
    lane.interruptAndWake();
  }
}
