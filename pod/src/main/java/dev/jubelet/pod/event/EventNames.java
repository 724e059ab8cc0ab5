package dev.jubelet.pod.event;

import dev.jubelet.pod.model.NodeEvent;
import java.time.Instant;
import java.util.UUID;

/**
 * Names for Event objects: that of the subject and a time, which is moved on a little where two
 * would be the same.
 *
 * <p>Thread: one at a time. Owns: the time that was used last.
 */
final class EventNames {
  private static final int LONGEST = 253;

  private final String node;
  private long last;

  EventNames(String node) {
    this.node = node;
  }

  String of(NodeEvent event) {
    Instant at = event.at();
    last = Math.max(last + 1, at.getEpochSecond() * 1_000_000_000L + at.getNano());
    String suffix = "." + Long.toHexString(last);
    String subject = subject(event);
    return subject.length() + suffix.length() > LONGEST
        ? UUID.randomUUID() + suffix
        : subject + suffix;
  }

  private String subject(NodeEvent event) {
    if (event.claim() != null) {
      return event.claim().name();
    }
    return event.pod() == null ? node : event.pod().name();
  }
}
