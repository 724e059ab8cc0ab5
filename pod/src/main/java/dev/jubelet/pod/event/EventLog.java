package dev.jubelet.pod.event;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodUid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs events, passes them on and remembers the newest, so that a node without an API server can
 * still tell them. The same event said again is counted and not stored twice.
 *
 * <p>Thread: any. Owns: the remembered events.
 */
public final class EventLog implements Consumer<NodeEvent> {
  private static final Logger log = LoggerFactory.getLogger(EventLog.class);

  /** An event with how often it was said, and when for the last time. */
  public record Recorded(NodeEvent first, Instant lastAt, int count) {}

  private record Same(@Nullable PodUid uid, String field, String reason, String message) {}

  private final List<Consumer<NodeEvent>> listeners = new CopyOnWriteArrayList<>();

  @GuardedBy("this")
  private final Map<Same, Recorded> recorded;

  public EventLog(int remembered) {
    recorded =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Same, Recorded> eldest) {
            return size() > remembered;
          }
        };
  }

  /** Tells the listener of each event from now on; it may not block. */
  public void subscribe(Consumer<NodeEvent> listener) {
    listeners.add(listener);
  }

  @Override
  public void accept(NodeEvent event) {
    write(event);
    listeners.forEach(listener -> listener.accept(event));
    if (event.claim() != null) {
      return; // What is said of claims is for the API server, which alone has them.
    }
    synchronized (this) {
      recorded.merge(
          new Same(event.uid(), event.field(), event.reason(), event.message()),
          new Recorded(event, event.at(), 1),
          (before, again) -> new Recorded(before.first(), again.lastAt(), before.count() + 1));
    }
  }

  /** What was said of the node and its manifests, oldest first. */
  public List<Recorded> ofNode() {
    return about(null);
  }

  /** What was said of a pod, oldest first. */
  public List<Recorded> of(PodUid uid) {
    return about(uid);
  }

  private synchronized List<Recorded> about(@Nullable PodUid uid) {
    List<Recorded> found = new ArrayList<>();
    for (Recorded one : recorded.values()) {
      if (Objects.equals(one.first().uid(), uid)) {
        found.add(one);
      }
    }
    found.sort((a, b) -> a.lastAt().compareTo(b.lastAt()));
    return found;
  }

  private static void write(NodeEvent event) {
    var entry = event.type() == NodeEvent.Type.WARNING ? log.atWarn() : log.atInfo();
    entry
        .addKeyValue("object", subject(event))
        .addKeyValue("fieldPath", event.field())
        .addKeyValue("type", event.type().wireName())
        .addKeyValue("reason", event.reason())
        .addKeyValue("message", event.message())
        .log("Event occurred");
  }

  private static String subject(NodeEvent event) {
    NodeEvent.Claim claim = event.claim();
    if (claim != null) {
      return "claim " + claim.namespace() + "/" + claim.name();
    }
    return event.pod() == null ? "node" : event.pod().toString();
  }
}
