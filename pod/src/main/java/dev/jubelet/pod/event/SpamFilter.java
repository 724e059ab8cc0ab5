package dev.jubelet.pod.event;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Lets each subject have many events at once, but few in the long run: 25, and one more every five
 * minutes.
 *
 * <p>Thread: one at a time. Owns: how much each subject has left.
 */
final class SpamFilter {
  private static final double BURST = 25;
  private static final Duration REFILL = Duration.ofMinutes(5);

  private record Bucket(double level, Instant at) {}

  private final Map<EventSubject, Bucket> buckets = new RecentlyUsed<>();

  boolean lets(EventSubject subject, Instant now) {
    Bucket bucket = buckets.getOrDefault(subject, new Bucket(BURST, now));
    double gained = (double) Duration.between(bucket.at(), now).toMillis() / REFILL.toMillis();
    double level = Math.min(BURST, bucket.level() + Math.max(0, gained));
    boolean enough = level >= 1;
    buckets.put(subject, new Bucket(enough ? level - 1 : level, now));
    return enough;
  }
}
