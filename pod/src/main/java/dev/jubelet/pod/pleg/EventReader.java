package dev.jubelet.pod.pleg;

import dev.jubelet.api.cri.ContainerEventResponse;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriEvents;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.RuntimeChange;
import dev.jubelet.pod.pleg.RuntimeView.Seen;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the runtime's event stream and subscribes anew when it breaks.
 *
 * <pre>
 *   connecting ──first event or quiet for a moment──► streaming ──broken──► connecting
 *       └──UNIMPLEMENTED──► absent (for good)
 * </pre>
 *
 * <p>Thread: {@code runtime-events}, a virtual one: it only waits. Owns: the subscription.
 */
final class EventReader {
  private static final Logger log = LoggerFactory.getLogger(EventReader.class);
  private static final Duration RETRY_FIRST = Duration.ofMillis(100);
  private static final Duration RETRY_MOST = Duration.ofSeconds(3);

  /** Whether the stream can be relied on. */
  enum Mode {
    CONNECTING,
    STREAMING,
    ABSENT
  }

  /**
   * One subscription: opening, then open, then broken. It opens by its first event or by a timer,
   * whichever is first; the reader breaks it, and nothing opens it again.
   */
  private static final class Stream {
    private enum State {
      OPENING,
      OPEN,
      BROKEN
    }

    private final CriEvents events;
    private final AtomicReference<State> state = new AtomicReference<>(State.OPENING);

    Stream(CriEvents events) {
      this.events = events;
    }

    boolean open() {
      return state.compareAndSet(State.OPENING, State.OPEN);
    }

    boolean isOpen() {
      return state.get() == State.OPEN;
    }

    /** Returns whether it was open. */
    boolean end() {
      return state.getAndSet(State.BROKEN) == State.OPEN;
    }
  }

  private final CriRuntime cri;
  private final Timers timers;
  private final RuntimeView view;
  private final Consumer<RuntimeChange> changes;
  private final Runnable modeChanged;
  private final RuntimeWatchListener listener;

  private volatile boolean closed;
  private volatile boolean absent;
  private volatile @Nullable Stream stream;
  private volatile @Nullable Thread thread;

  EventReader(
      CriRuntime cri,
      Timers timers,
      RuntimeView view,
      Consumer<RuntimeChange> changes,
      Runnable modeChanged,
      RuntimeWatchListener listener) {
    this.cri = cri;
    this.timers = timers;
    this.view = view;
    this.changes = changes;
    this.modeChanged = modeChanged;
    this.listener = listener;
  }

  Mode mode() {
    Stream current = stream;
    if (absent) {
      return Mode.ABSENT;
    }
    return current != null && current.isOpen() ? Mode.STREAMING : Mode.CONNECTING;
  }

  void start() {
    thread = Thread.ofVirtual().name("runtime-events").start(this::run);
  }

  void stop() {
    closed = true;
    Stream current = stream;
    if (current != null) {
      current.events.close();
    }
    Thread reader = thread;
    if (reader != null) {
      reader.interrupt();
    }
  }

  private void run() {
    Duration wait = RETRY_FIRST;
    while (!closed && !absent) {
      boolean streamed = readUntilBroken();
      wait = streamed ? RETRY_FIRST : min(wait.multipliedBy(2), RETRY_MOST);
      if (!closed && !absent && !pause(wait)) {
        return;
      }
    }
  }

  /** Returns whether an event came. */
  private boolean readUntilBroken() {
    try (CriEvents events = cri.containerEvents()) {
      Stream current = new Stream(events);
      stream = current;
      try {
        return !closed && read(current);
      } finally {
        if (current.end()) {
          modeChanged.run();
        }
      }
    } catch (CriException e) {
      refused(e);
      return false;
    }
  }

  private boolean read(Stream current) {
    boolean came = false;
    // A refusal arrives at once; a stream that stays open for a moment is a stream.
    Timers.Pending settled = timers.after(RETRY_FIRST, () -> opened(current));
    try {
      for (ContainerEventResponse event = current.events.next();
          event != null;
          event = current.events.next()) {
        opened(current);
        came = true;
        take(event);
      }
      return came;
    } catch (CriException e) {
      refused(e);
      return came;
    } finally {
      settled.cancel();
    }
  }

  private void opened(Stream current) {
    if (current.open()) {
      listener.streamOpened();
      modeChanged.run();
    }
  }

  private void refused(CriException e) {
    if (e.kind() == CriException.Kind.UNIMPLEMENTED) {
      log.info("The runtime has no event stream: its state is listed every second");
      absent = true;
      modeChanged.run();
    } else if (!closed) {
      listener.streamBroke();
      log.atDebug().addKeyValue("error", e.getMessage()).log("Runtime event stream failed");
    }
  }

  private void take(ContainerEventResponse event) {
    Instant happened = ObservedMapping.instant(event.getCreatedAt());
    listener.eventCame(Duration.between(happened, timers.now()));
    // By its labels, as in a listing: who uses the runtime beside us need not mean pods.
    Map<String, String> labels = event.getPodSandboxStatus().getLabelsMap();
    String uid = labels.get(Annotations.POD_UID);
    String namespace = labels.getOrDefault(Annotations.POD_NAMESPACE, "");
    String name = labels.getOrDefault(Annotations.POD_NAME, "");
    RuntimeChange change =
        view.event(
            event.getContainerId(),
            uid == null ? null : new PodUid(uid),
            uid == null ? null : new PodKey(namespace, name),
            seen(event),
            happened);
    if (change != null) {
      changes.accept(change);
    }
  }

  private static Seen seen(ContainerEventResponse event) {
    return switch (event.getContainerEventType()) {
      case CONTAINER_CREATED_EVENT -> Seen.CREATED;
      case CONTAINER_STARTED_EVENT -> Seen.RUNNING;
      case CONTAINER_STOPPED_EVENT, UNRECOGNIZED -> Seen.STOPPED;
      case CONTAINER_DELETED_EVENT -> Seen.REMOVED;
    };
  }

  private boolean pause(Duration wait) {
    CountDownLatch over = new CountDownLatch(1);
    Timers.Pending pending = timers.after(wait, over::countDown);
    try {
      // The bound is only against a clock that never moves.
      return over.await(1, TimeUnit.HOURS);
    } catch (InterruptedException e) {
      pending.cancel();
      return false;
    }
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
