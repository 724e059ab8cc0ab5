package dev.jubelet.edge.trace;

import com.google.protobuf.ByteString;
import dev.jubelet.api.otlp.AnyValue;
import dev.jubelet.api.otlp.ExportTraceServiceRequest;
import dev.jubelet.api.otlp.InstrumentationScope;
import dev.jubelet.api.otlp.KeyValue;
import dev.jubelet.api.otlp.Resource;
import dev.jubelet.api.otlp.ResourceSpans;
import dev.jubelet.api.otlp.ScopeSpans;
import dev.jubelet.api.otlp.Span;
import dev.jubelet.api.otlp.Status;
import dev.jubelet.base.trace.Attribute;
import dev.jubelet.base.trace.FinishedSpan;
import dev.jubelet.base.trace.SpanContext;
import dev.jubelet.base.trace.SpanKind;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Puts spans into the words of OTLP. Pure. */
final class SpanEncoder {
  private static final int TRACE_ID_BYTES = 16;
  private static final int SPAN_ID_BYTES = 8;
  private static final int SAMPLED = 1;

  private final Resource resource;

  /** The resource is this process. */
  SpanEncoder(Map<String, String> resource) {
    Resource.Builder builder = Resource.newBuilder();
    resource.forEach((key, value) -> builder.addAttributes(text(key, value)));
    this.resource = builder.build();
  }

  ExportTraceServiceRequest request(List<FinishedSpan> spans) {
    Map<String, ScopeSpans.Builder> scopes = new LinkedHashMap<>();
    for (FinishedSpan span : spans) {
      scopes
          .computeIfAbsent(
              span.identity().scope(),
              name ->
                  ScopeSpans.newBuilder().setScope(InstrumentationScope.newBuilder().setName(name)))
          .addSpans(span(span));
    }
    ResourceSpans.Builder all = ResourceSpans.newBuilder().setResource(resource);
    scopes.values().forEach(all::addScopeSpans);
    return ExportTraceServiceRequest.newBuilder().addResourceSpans(all).build();
  }

  private static Span span(FinishedSpan span) {
    SpanContext context = span.identity().context();
    Span.Builder out =
        Span.newBuilder()
            .setTraceId(traceId(context))
            .setSpanId(id(context.spanId()))
            .setName(span.identity().name())
            .setKind(kind(span.identity().kind()))
            .setStartTimeUnixNano(nanos(span.start()))
            .setEndTimeUnixNano(nanos(span.end()))
            .setFlags(SAMPLED);
    if (span.identity().parentId() != 0) {
      out.setParentSpanId(id(span.identity().parentId()));
    }
    span.attributes().forEach(attribute -> out.addAttributes(attribute(attribute)));
    span.events().forEach(event -> out.addEvents(event(event)));
    if (span.failure() != null) {
      out.setStatus(
          Status.newBuilder()
              .setCode(Status.StatusCode.STATUS_CODE_ERROR)
              .setMessage(span.failure()));
    }
    return out.build();
  }

  private static ByteString traceId(SpanContext context) {
    return ByteString.copyFrom(
        ByteBuffer.allocate(TRACE_ID_BYTES)
            .putLong(context.traceHigh())
            .putLong(context.traceLow())
            .flip());
  }

  private static ByteString id(long id) {
    return ByteString.copyFrom(ByteBuffer.allocate(SPAN_ID_BYTES).putLong(id).flip());
  }

  private static Span.SpanKind kind(SpanKind kind) {
    return switch (kind) {
      case INTERNAL -> Span.SpanKind.SPAN_KIND_INTERNAL;
      case SERVER -> Span.SpanKind.SPAN_KIND_SERVER;
      case CLIENT -> Span.SpanKind.SPAN_KIND_CLIENT;
    };
  }

  private static long nanos(Instant at) {
    return TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
  }

  private static Span.Event event(FinishedSpan.Event event) {
    Span.Event.Builder out =
        Span.Event.newBuilder().setTimeUnixNano(nanos(event.at())).setName(event.name());
    if (!event.detail().isEmpty()) {
      out.addAttributes(text("jubelet.step.detail", event.detail()));
    }
    return out.build();
  }

  private static KeyValue attribute(Attribute attribute) {
    return switch (attribute) {
      case Attribute.Text(String key, String value) -> text(key, value);
      case Attribute.Amount(String key, long value) ->
          KeyValue.newBuilder()
              .setKey(key)
              .setValue(AnyValue.newBuilder().setIntValue(value))
              .build();
    };
  }

  private static KeyValue text(String key, String value) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }
}
