package dev.jubelet.pod.event;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.NodeEvent;
import io.fabric8.kubernetes.api.model.Event;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Tells events to an API server, one after the other. Events that wait are bounded: one that
 * happens again is counted where it waits, and what comes when too many wait is dropped. Good news
 * has a moment's time, so that it does not get in the way of the pod start that it tells of; a
 * warning takes along at once what waits before it.
 *
 * <p>Thread: {@link #accept} and {@link #close} from any, neither blocks; requests on a lane of its
 * own. Owns: the events that wait.
 */
public final class ApiEvents implements Consumer<NodeEvent>, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ApiEvents.class);
  private static final int MOST_WAITING = 1000;
  private static final int TRIES = 12;
  private static final Duration PAUSE = Duration.ofSeconds(10);
  static final Duration GOOD_NEWS = Duration.ofMillis(500);

  /** {@code known} is whether the API server may have it already. */
  private record Waiting(Event event, boolean known) {}

  private final EventWording wording;
  private final EventSink sink;
  private final Timers timers;
  private final DoubleSupplier chance;
  private final Lane lane;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final EventCorrelator correlator;

  @GuardedBy("lock")
  private final Map<String, Waiting> waiting = new LinkedHashMap<>();

  /** When those that wait are due. */
  @GuardedBy("lock")
  private long dueAt;

  @GuardedBy("lock")
  private int dropped;

  private volatile boolean closed;

  // Only steps use these.
  private @Nullable Waiting sending;
  private int tries;
  private long nextTryAt;

  public ApiEvents(String node, EventSink sink, Timers timers, DoubleSupplier chance) {
    this.wording = new EventWording(node);
    this.sink = sink;
    this.timers = timers;
    this.chance = chance;
    EventNames names = new EventNames(node);
    this.correlator = new EventCorrelator(names::of);
    this.lane = new Lane("events", this::step, timers);
  }

  @Override
  public void accept(NodeEvent event) {
    synchronized (lock) {
      hurry(event.type() == NodeEvent.Type.WARNING);
      correlator
          .correlate(event)
          .ifPresent(tally -> keep(new Waiting(wording.build(event, tally), tally.known())));
    }
    lane.wake();
  }

  @GuardedBy("lock")
  private void hurry(boolean urgent) {
    if (urgent || waiting.isEmpty()) {
      dueAt = timers.nanoTime() + (urgent ? 0 : GOOD_NEWS.toNanos());
    }
  }

  @GuardedBy("lock")
  private void keep(Waiting event) {
    String name = event.event().getMetadata().getName();
    Waiting before = waiting.get(name);
    if (before == null && waiting.size() >= MOST_WAITING) {
      if (dropped++ == 0) {
        log.atWarn()
            .addKeyValue("waiting", MOST_WAITING)
            .log("Event queue is full; dropping events");
      }
      return;
    }
    boolean unsent = before != null && !before.known();
    waiting.put(name, unsent ? new Waiting(event.event(), false) : event);
  }

  Lane.Next step() {
    if (closed) {
      return Lane.Next.DONE;
    }
    if (sending == null) {
      Duration time = timeLeft();
      if (time.isPositive()) {
        return new Lane.Next.After(time);
      }
      sending = take();
    }
    Waiting next = sending;
    if (next == null) {
      return Lane.Next.IDLE;
    }
    long early = nextTryAt - timers.nanoTime();
    if (tries > 0 && early > 0) {
      return new Lane.Next.After(Duration.ofNanos(early));
    }
    try {
      send(next);
    } catch (ApiException e) {
      if (closed) {
        return Lane.Next.DONE;
      }
      if (mayHelpToTryAgain(e) && ++tries < TRIES) {
        return again();
      }
      log.atLevel(e.level(Level.WARN))
          .addKeyValue("event", next.event().getMetadata().getName())
          .addKeyValue("object", next.event().getInvolvedObject().getName())
          .addKeyValue("reason", e.text())
          .log("API server rejected the event; dropping it");
    }
    sending = null;
    tries = 0;
    return Lane.Next.AGAIN;
  }

  private Duration timeLeft() {
    synchronized (lock) {
      return waiting.isEmpty() ? Duration.ZERO : Duration.ofNanos(dueAt - timers.nanoTime());
    }
  }

  private @Nullable Waiting take() {
    synchronized (lock) {
      Iterator<Waiting> oldest = waiting.values().iterator();
      if (!oldest.hasNext()) {
        return null;
      }
      Waiting taken = oldest.next();
      oldest.remove();
      if (dropped > 0 && waiting.isEmpty()) {
        log.atWarn().addKeyValue("lost", dropped).log("Event delivery restored");
        dropped = 0;
      }
      return taken;
    }
  }

  private void send(Waiting next) {
    if (next.known()) {
      try {
        sink.count(next.event());
        return;
      } catch (ApiException e) {
        // Events are forgotten after a while, there as here.
        if (e.kind() != ApiException.Kind.NOT_FOUND) {
          throw e;
        }
      }
    }
    sink.create(next.event());
  }

  /** What the server has refused it will refuse again. */
  private static boolean mayHelpToTryAgain(ApiException e) {
    return switch (e.kind()) {
      case UNAVAILABLE, TIMEOUT, TOO_MANY_REQUESTS, CREDENTIALS -> true;
      case NOT_FOUND,
          ALREADY_EXISTS,
          CONFLICT,
          GONE,
          VERSION_TOO_LARGE,
          UNAUTHORIZED,
          FORBIDDEN,
          INVALID,
          UNREADABLE,
          CANCELLED,
          INTERNAL ->
          false;
    };
  }

  /** The first pause is a random part, so that nodes do not come back in step. */
  private Lane.Next again() {
    Duration pause =
        tries == 1 ? Duration.ofNanos((long) (PAUSE.toNanos() * chance.getAsDouble())) : PAUSE;
    nextTryAt = timers.nanoTime() + pause.toNanos();
    return new Lane.Next.After(pause);
  }

  @Override
  public void close() {
    closed = true;
    lane.interruptAndWake();
  }
}
