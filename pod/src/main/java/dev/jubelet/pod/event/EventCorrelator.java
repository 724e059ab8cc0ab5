package dev.jubelet.pod.event;

import dev.jubelet.pod.model.NodeEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Decides what becomes of an event: the same one again is counted, many that differ only in their
 * message become one, and a subject that has too many is not heard.
 *
 * <p>Thread: one at a time. Owns: what it remembers of events, which is bounded.
 */
final class EventCorrelator {
  private static final int MOST_MESSAGES = 10;
  private static final Duration TOGETHER = Duration.ofMinutes(10);
  private static final String COMBINED = "(combined from similar events): ";

  /** Events of one kind differ in the message and in the part of the pod. */
  private record Similar(EventSubject subject, NodeEvent.Type type, String reason) {}

  private record Messages(Set<String> texts, Instant last) {}

  /** Which events are the same; combined ones have no field and no message of their own. */
  private record Same(Similar kind, String field, String message) {}

  private final Map<Similar, Messages> messages = new RecentlyUsed<>();
  private final Map<Same, EventTally> tallies = new RecentlyUsed<>();
  private final SpamFilter filter = new SpamFilter();
  private final Function<NodeEvent, String> names;

  /** {@code names} makes a name for a new Event object. */
  EventCorrelator(Function<NodeEvent, String> names) {
    this.names = names;
  }

  /** What is to be told now; empty for an event too many. */
  Optional<EventTally> correlate(NodeEvent event) {
    EventSubject subject = EventSubject.of(event);
    Similar kind = new Similar(subject, event.type(), event.reason());
    boolean combined = areTooMany(kind, event);
    String message = combined ? COMBINED + event.message() : event.message();
    Same same =
        combined ? new Same(kind, "", COMBINED) : new Same(kind, event.field(), event.message());
    EventTally before = tallies.get(same);
    EventTally now =
        before == null
            ? new EventTally(names.apply(event), message, event.at(), event.at(), 1, false)
            : before.again(message, event.at());
    tallies.put(same, now);
    return filter.lets(subject, event.at()) ? Optional.of(now) : Optional.empty();
  }

  private boolean areTooMany(Similar kind, NodeEvent event) {
    Set<String> texts = recentTexts(kind, event.at());
    messages.put(kind, new Messages(texts, event.at()));
    if (texts.size() < MOST_MESSAGES - 1) {
      texts.add(event.message());
      return false;
    }
    return !texts.contains(event.message());
  }

  private Set<String> recentTexts(Similar kind, Instant now) {
    Messages before = messages.get(kind);
    return before == null || Duration.between(before.last(), now).compareTo(TOGETHER) > 0
        ? new HashSet<>()
        : before.texts();
  }
}
