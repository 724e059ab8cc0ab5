package dev.jubelet.edge.apiserver;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * On which connection each answer is awaited, and when each connection was last heard. The HTTP
 * client says that with the head of an answer; a request without one counts as alone on its
 * connection, for nothing speaks for it.
 *
 * <p>Thread: any. Owns: what is under way.
 */
final class OpenExchanges {
  private final Timers timers;

  @GuardedBy("this")
  private final Map<String, Activity> known = new HashMap<>();

  @GuardedBy("this")
  private final Set<Exchange> open = new HashSet<>();

  OpenExchanges(Timers timers) {
    this.timers = timers;
  }

  /** One connection, for as long as somebody waits on it. */
  private static final class Activity {
    volatile long heardAt;
    int waiting = 1;

    Activity(long heardAt) {
      this.heardAt = heardAt;
    }
  }

  /** One request and its answer. */
  final class Exchange {
    private volatile Activity activity = new Activity(timers.nanoTime());
    private String connection = "";
    private Duration patience = Duration.ZERO;
    private Runnable cutOff = () -> {};

    private Exchange() {}

    /**
     * The head has come, on that connection; {@code ending} frees whoever waits for the rest, when
     * there was nothing for that long and the connection is out of reach.
     */
    void answered(String on, Duration longest, Runnable ending) {
      synchronized (OpenExchanges.this) {
        connection = on;
        patience = longest;
        cutOff = ending;
        Activity shared = known.putIfAbsent(on, activity);
        if (shared != null) {
          shared.waiting++;
          activity = shared;
        }
      }
      heard();
    }

    void heard() {
      activity.heardAt = timers.nanoTime();
    }

    /** May be repeated. */
    void ended() {
      synchronized (OpenExchanges.this) {
        if (open.remove(this) && --activity.waiting == 0) {
          known.remove(connection, activity);
        }
      }
    }
  }

  synchronized Exchange started() {
    Exchange exchange = new Exchange();
    open.add(exchange);
    return exchange;
  }

  synchronized boolean isEmpty() {
    return open.isEmpty();
  }

  /** Of the connection that was not heard for the longest time. */
  synchronized Duration longestSilence() {
    return open.stream().map(this::silence).max(Duration::compareTo).orElse(Duration.ZERO);
  }

  private Duration silence(Exchange exchange) {
    return Duration.ofNanos(timers.nanoTime() - exchange.activity.heardAt);
  }

  /**
   * How to end what waits on a connection that was silent for too long and is not the one that
   * requests go over now, so that it can be neither probed nor trusted.
   */
  synchronized List<Runnable> outOfReach(String reached) {
    return open.stream()
        .filter(exchange -> !exchange.connection.equals(reached))
        .filter(exchange -> silence(exchange).compareTo(exchange.patience) >= 0)
        .map(exchange -> exchange.cutOff)
        .toList();
  }
}
