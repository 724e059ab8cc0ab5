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

  private final CriRuntime cri;
  private final Timers timers;
  private final RuntimeView view;
  private final Consumer<RuntimeChange> changes;
  private final Runnable modeChanged;
  private final WatchListener listener;

  private volatile Mode mode = Mode.CONNECTING;
  private volatile boolean closed;
  private volatile @Nullable CriEvents subscription;
  private volatile @Nullable Thread thread;

  EventReader(
      CriRuntime cri,
      Timers timers,
      RuntimeView view,
      Consumer<RuntimeChange> changes,
      Runnable modeChanged,
      WatchListener listener) {
    this.cri = cri;
    this.timers = timers;
    this.view = view;
    this.changes = changes;
    this.modeChanged = modeChanged;
    this.listener = listener;
  }

  Mode mode() {
    return mode;
  }

  void start() {
    thread = Thread.ofVirtual().name("runtime-events").start(this::run);
  }

  void stop() {
    closed = true;
    CriEvents current = subscription;
    if (current != null) {
      current.close();
    }
    Thread reader = thread;
    if (reader != null) {
      reader.interrupt();
    }
  }

  private void run() {
    Duration wait = RETRY_FIRST;
    while (!closed && mode != Mode.ABSENT) {
      boolean streamed = readUntilBroken();
      wait = streamed ? RETRY_FIRST : min(wait.multipliedBy(2), RETRY_MOST);
      if (!closed && mode != Mode.ABSENT && !pause(wait)) {
        return;
      }
    }
  }

  /** Returns whether the stream worked for a time. */
  private boolean readUntilBroken() {
    boolean streamed = false;
    try (CriEvents current = cri.containerEvents()) {
      subscription = current;
      if (closed) {
        return false;
      }
      // A refusal arrives at once; a stream that stays open for a moment is a stream.
      Timers.Pending settled = timers.after(RETRY_FIRST, () -> streaming(current));
      try {
        for (ContainerEventResponse event = current.next(); event != null; event = current.next()) {
          streaming(current);
          streamed = true;
          take(event);
        }
      } finally {
        settled.cancel();
      }
    } catch (CriException e) {
      if (e.kind() == CriException.Kind.UNIMPLEMENTED) {
        log.info("The runtime has no event stream: its state is listed every second");
        setMode(Mode.ABSENT);
        return false;
      }
      if (!closed) {
        listener.streamBroke();
        log.atDebug().addKeyValue("error", e.getMessage()).log("The event stream broke");
      }
    }
    setMode(Mode.CONNECTING);
    return streamed;
  }

  private void streaming(CriEvents of) {
    if (of.equals(subscription) && mode == Mode.CONNECTING) {
      listener.streamOpened();
      setMode(Mode.STREAMING);
    }
  }

  private void setMode(Mode next) {
    if (mode != next) {
      mode = next;
      modeChanged.run();
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
