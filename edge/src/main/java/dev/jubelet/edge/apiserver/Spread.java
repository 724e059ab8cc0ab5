package dev.jubelet.edge.apiserver;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Spreads requests over as many connections as they need: servers allow a number of requests at a
 * time on one, watches among them, and the client refuses what is above. A connection is opened
 * when those before it are full.
 *
 * <p>Thread: any. Owns: the connections, and how many requests are under way on each.
 */
final class Spread<C> {
  /** API servers allow a hundred; places are free a little before the client counts them so. */
  static final int ROOM = 80;

  private final Supplier<C> open;

  @GuardedBy("this")
  private final List<Places> all = new ArrayList<>();

  @GuardedBy("this")
  private boolean closed;

  Spread(Supplier<C> open) {
    this.open = open;
  }

  private final class Places {
    final C connection;
    int room = ROOM;
    int taken;

    Places(C connection) {
      this.connection = connection;
    }
  }

  /** A place for one request, until it leaves. */
  final class Place {
    private final Places places;
    private boolean left;

    private Place(Places places) {
      this.places = places;
    }

    C connection() {
      return places.connection;
    }

    /** May be repeated. */
    void leave() {
      synchronized (Spread.this) {
        if (!left) {
          left = true;
          places.taken--;
        }
      }
    }

    /** There was no such place: this server allows fewer requests than others do. */
    void refused() {
      synchronized (Spread.this) {
        places.room = Math.max(1, Math.min(places.room, places.taken - 1));
        leave();
      }
    }
  }

  synchronized Place enter() {
    if (closed) {
      throw new ApiException(ApiException.Kind.CANCELLED, "the connection is closed");
    }
    for (Places places : all) {
      if (places.taken < places.room) {
        places.taken++;
        return new Place(places);
      }
    }
    Places another = new Places(open.get());
    another.taken = 1;
    all.add(another);
    return new Place(another);
  }

  /** In the order in which they were opened. */
  synchronized List<C> connections() {
    return all.stream().map(places -> places.connection).toList();
  }

  /** Nobody gets a place any more; returns what is to be closed. */
  synchronized List<C> close() {
    closed = true;
    return connections();
  }
}
