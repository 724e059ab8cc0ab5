package dev.jubelet.server.listener;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a listener, not more than a limit. A connection between two requests gives way
 * when a new one has no room.
 *
 * <p>Those of strangers, who have not said who they are and have no request that is being answered,
 * have a lower limit of their own: beyond it the one that has been a stranger for longest is cut.
 * So nobody can keep others out by opening connections and sending little.
 *
 * <p>Thread: any. Owns: the sets; the connections belong to their threads.
 */
final class Connections {
  private final Limits limits;
  private final Runnable dropped;

  @GuardedBy("this")
  private final Set<Connection> all = new HashSet<>();

  /** Longest idle first. */
  @GuardedBy("this")
  private final Set<Connection> idle = new LinkedHashSet<>();

  /** Longest a stranger first. */
  @GuardedBy("this")
  private final SequencedSet<Connection> strangers = new LinkedHashSet<>();

  @GuardedBy("this")
  private boolean oneWaits;

  @GuardedBy("this")
  private boolean closed;

  /** How many connections there may be, and how many of them of strangers. */
  record Limits(int all, int strangers) {}

  /**
   * @param dropped is told of each stranger that is cut; may not block
   */
  Connections(Limits limits, Runnable dropped) {
    this.limits = limits;
    this.dropped = dropped;
  }

  /** Waits until there is room; false when this was closed. Only one thread may call this. */
  boolean add(Connection connection) throws InterruptedException {
    Connection tooMany = addStranger(connection);
    if (tooMany != null) {
      tooMany.drop();
      dropped.run();
    }
    Connection giving = addOrChoose(connection);
    if (giving != null) {
      giving.cut();
    }
    return awaitRoom(connection);
  }

  /** Returns the one that is too many, which is among the strangers no more. */
  private synchronized @Nullable Connection addStranger(Connection stranger) {
    strangers.add(stranger);
    return strangers.size() > limits.strangers() ? strangers.removeFirst() : null;
  }

  private synchronized @Nullable Connection addOrChoose(Connection connection) {
    if (all.size() < limits.all()) {
      all.add(connection);
      return null;
    }
    Iterator<Connection> longest = idle.iterator();
    return longest.hasNext() ? longest.next() : null;
  }

  private synchronized boolean awaitRoom(Connection connection) throws InterruptedException {
    try {
      oneWaits = true;
      while (!closed && !all.contains(connection) && all.size() >= limits.all()) {
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
    strangers.remove(connection);
    notifyAll();
  }

  /** Between two requests; false when the connection must give way. */
  synchronized boolean rest(Connection connection) {
    idle.add(connection);
    return !oneWaits && !closed && (connection.isAuthenticated() || isStrangerWithRoom(connection));
  }

  @GuardedBy("this")
  private boolean isStrangerWithRoom(Connection connection) {
    strangers.add(connection);
    return strangers.size() <= limits.strangers();
  }

  /** No longer between two requests. */
  synchronized void work(Connection connection) {
    idle.remove(connection);
  }

  /** Its request is answered, so it is no stranger's until the answer is complete. */
  synchronized void granted(Connection connection) {
    strangers.remove(connection);
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
