package dev.jubelet.base.trace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A span that is kept, or would be if its trace were. What can be noted of one is bounded.
 *
 * <p>Thread: any. Owns: what is known of the span so far.
 */
final class LiveSpan implements Span {
  private static final int MOST_NOTES = 128;
  private static final int LONGEST_TEXT = 1024;

  private final FinishedSpan.Identity identity;
  private final InstantSource clock;
  private final SpanSink sink;
  private final Instant start;

  @GuardedBy("this")
  private final List<Attribute> attributes = new ArrayList<>(4);

  @GuardedBy("this")
  private final List<FinishedSpan.Event> events = new ArrayList<>(0);

  @GuardedBy("this")
  private @Nullable String failure;

  @GuardedBy("this")
  private boolean ended;

  LiveSpan(FinishedSpan.Identity identity, InstantSource clock, SpanSink sink) {
    this.identity = identity;
    this.clock = clock;
    this.sink = sink;
    this.start = clock.instant();
  }

  @Override
  public SpanContext context() {
    return identity.context();
  }

  private boolean isKept() {
    return identity.context().sampled();
  }

  @Override
  public Span with(String key, String value) {
    return with(new Attribute.Text(key, bounded(value)));
  }

  @Override
  public Span with(String key, long value) {
    return with(new Attribute.Amount(key, value));
  }

  private synchronized Span with(Attribute attribute) {
    if (isKept() && attributes.size() < MOST_NOTES) {
      attributes.add(attribute);
    }
    return this;
  }

  @Override
  public synchronized void happened(String event, String detail) {
    if (isKept() && events.size() < MOST_NOTES) {
      events.add(new FinishedSpan.Event(clock.instant(), event, bounded(detail)));
    }
  }

  @Override
  public synchronized void fail(String why) {
    failure = bounded(why);
  }

  private static String bounded(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
  }

  @Override
  public void close() {
    CurrentSpan.pop(this);
    FinishedSpan finished = finish();
    if (finished != null && isKept()) {
      sink.take(finished);
    }
  }

  private synchronized @Nullable FinishedSpan finish() {
    if (ended) {
      return null;
    }
    ended = true;
    return new FinishedSpan(
        identity, start, clock.instant(), List.copyOf(attributes), List.copyOf(events), failure);
  }
}
