package dev.jubelet.base.trace;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of a span in its trace, which passes between processes as the header {@code
 * traceparent} of the W3C trace context.
 *
 * @param sampled whether the spans of this trace are kept
 */
public record SpanContext(long traceHigh, long traceLow, long spanId, boolean sampled) {
  /** The name of the header, in HTTP and in gRPC. */
  public static final String HEADER = "traceparent";

  /** A later version may have more fields at the end; version ff is forbidden. */
  private static final Pattern SYNTAX =
      Pattern.compile("(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

  private static final int HALF_TRACE_ID = 16;
  private static final int SAMPLED = 1;

  /** Reads the header; empty when it is not one. */
  public static Optional<SpanContext> parse(String header) {
    Matcher fields = SYNTAX.matcher(header);
    if (!fields.matches() || (fields.group(1).equals("00") && fields.group(5) != null)) {
      return Optional.empty();
    }
    String trace = fields.group(2);
    SpanContext context =
        new SpanContext(
            Long.parseUnsignedLong(trace, 0, HALF_TRACE_ID, 16),
            Long.parseUnsignedLong(trace, HALF_TRACE_ID, trace.length(), 16),
            Long.parseUnsignedLong(fields.group(3), 16),
            (Integer.parseInt(fields.group(4), 16) & SAMPLED) != 0);
    return context.isValid() ? Optional.of(context) : Optional.empty();
  }

  private boolean isValid() {
    return (traceHigh | traceLow) != 0 && spanId != 0;
  }

  /** The value of the header. */
  public String header() {
    HexFormat hex = HexFormat.of();
    return "00-"
        + hex.toHexDigits(traceHigh)
        + hex.toHexDigits(traceLow)
        + "-"
        + hex.toHexDigits(spanId)
        + (sampled ? "-01" : "-00");
  }
}
