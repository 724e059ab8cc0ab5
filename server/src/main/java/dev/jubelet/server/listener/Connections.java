package dev.jubelet.server.listener;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a listener, not more than a limit. A connection between two requests gives way
 * when a new one has no room.
 *
 * <p>Thread: any. Owns: the sets; the connections belong to their threads.
 */
final class Connections {
  private final int limit;

  @GuardedBy("this")
  private final Set<Connection> all = new HashSet<>();

  /** Longest idle first. */
  @GuardedBy("this")
  private final Set<Connection> idle = new LinkedHashSet<>();

  @GuardedBy("this")
  private boolean oneWaits;

  @GuardedBy("this")
  private boolean closed;

  Connections(int limit) {
    this.limit = limit;
  }

  /** Waits until there is room; false when this was closed. Only one thread may call this. */
  boolean add(Connection connection) throws InterruptedException {
    Connection giving = addOrChoose(connection);
    if (giving != null) {
      giving.cut();
    }
    return awaitRoom(connection);
  }

  private synchronized @Nullable Connection addOrChoose(Connection connection) {
    if (all.size() < limit) {
      all.add(connection);
      return null;
    }
    Iterator<Connection> longest = idle.iterator();
    return longest.hasNext() ? longest.next() : null;
  }

  private synchronized boolean awaitRoom(Connection connection) throws InterruptedException {
    try {
      oneWaits = true;
      while (!closed && !all.contains(connection) && all.size() >= limit) {
        wait();
      }
      all.add(connection);
      return !closed;
    } finally {
      oneWaits = false;
    }
  }

  synchronized void remove(Connection connection) {
    all.remove(connection);
    idle.remove(connection);
    notifyAll();
  }

  /** Between two requests; false when the connection must give way. */
  synchronized boolean rest(Connection connection) {
    idle.add(connection);
    return !oneWaits && !closed;
  }

  /** No longer between two requests. */
  synchronized void work(Connection connection) {
    idle.remove(connection);
  }

  /** Takes no more connections and ends those that only wait for a request. */
  void close() {
    for (Connection connection : closeAndChoose()) {
      connection.cut();
    }
  }

  private synchronized List<Connection> closeAndChoose() {
    closed = true;
    notifyAll();
    return List.copyOf(idle);
  }

  void cutAll() {
    everyone().forEach(Connection::cut);
  }

  private synchronized List<Connection> everyone() {
    return List.copyOf(all);
  }
}
