package dev.jubelet.base.trace;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A span that has ended.
 *
 * @param failure why the work failed; null when it did not
 */
public record FinishedSpan(
    Identity identity,
    Instant start,
    Instant end,
    List<Attribute> attributes,
    List<Event> events,
    @Nullable String failure) {

  /**
   * What it is.
   *
   * @param parentId the span it is a part of; 0 for the first of a trace
   * @param scope the part of the process that made it
   */
  public record Identity(
      SpanContext context, long parentId, String scope, String name, SpanKind kind) {}

  /** Something that happened at one moment of the span. */
  public record Event(Instant at, String name, String detail) {}
}
