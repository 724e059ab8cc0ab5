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
final class ConnectionPool<C> {
  /** API servers allow a hundred; places are free a little before the client counts them so. */
  static final int ROOM = 80;

  private final Supplier<C> open;

  @GuardedBy("this")
  private final List<PooledConnection> all = new ArrayList<>();

  @GuardedBy("this")
  private boolean closed;

  ConnectionPool(Supplier<C> open) {
    this.open = open;
  }

  private final class PooledConnection {
    final C connection;
    int room = ROOM;
    int taken;

    PooledConnection(C connection) {
      this.connection = connection;
    }
  }

  /** A place for one request, until it leaves. */
  final class Slot {
    private final PooledConnection pooled;
    private boolean left;

    private Slot(PooledConnection pooled) {
      this.pooled = pooled;
    }

    C connection() {
      return pooled.connection;
    }

    /** May be repeated. */
    void leave() {
      synchronized (ConnectionPool.this) {
        if (!left) {
          left = true;
          pooled.taken--;
        }
      }
    }

    /** There was no such place: this server allows fewer requests than others do. */
    void refused() {
      synchronized (ConnectionPool.this) {
        pooled.room = Math.max(1, Math.min(pooled.room, pooled.taken - 1));
        leave();
      }
    }
  }

  synchronized Slot enter() {
    if (closed) {
      throw new ApiException(ApiException.Kind.CANCELLED, "the connection is closed");
    }
    for (PooledConnection pooled : all) {
      if (pooled.taken < pooled.room) {
        pooled.taken++;
        return new Slot(pooled);
      }
    }
    PooledConnection another = new PooledConnection(open.get());
    another.taken = 1;
    all.add(another);
    return new Slot(another);
  }

  /** In the order in which they were opened. */
  synchronized List<C> connections() {
    return all.stream().map(pooled -> pooled.connection).toList();
  }

  /** Nobody gets a place any more; returns what is to be closed. */
  synchronized List<C> close() {
    closed = true;
    return connections();
  }
}
