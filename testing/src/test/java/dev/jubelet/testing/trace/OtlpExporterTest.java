package dev.jubelet.testing.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.jubelet.api.otlp.ExportTraceServiceRequest;
import dev.jubelet.api.otlp.KeyValue;
import dev.jubelet.api.otlp.Span;
import dev.jubelet.api.otlp.Status.StatusCode;
import dev.jubelet.base.trace.Attribute;
import dev.jubelet.base.trace.FinishedSpan;
import dev.jubelet.base.trace.SpanContext;
import dev.jubelet.base.trace.SpanKind;
import dev.jubelet.edge.trace.CollectorEndpoint;
import dev.jubelet.edge.trace.OtlpExporter;
import dev.jubelet.testing.time.ManualTimers;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The exporter against a real gRPC server. */
@Timeout(30)
final class OtlpExporterTest {
  private static final Duration SCHEDULE = Duration.ofSeconds(5);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(1);
  private static final int BATCH = 512;
  private static final int MOST_WAITING = 2048;

  private final ManualTimers timers = new ManualTimers();
  private final FakeCollector collector = FakeCollector.onLoopback();
  private OtlpExporter exporter;

  @BeforeEach
  void start() {
    exporter = exporter(CollectorEndpoint.parse(collector.endpoint()));
  }

  private OtlpExporter exporter(CollectorEndpoint endpoint) {
    return new OtlpExporter(
        endpoint, Map.of("service.name", "kubelet", "host.name", "node-1"), timers);
  }

  @AfterEach
  void stop() {
    exporter.close();
    collector.close();
  }

  @Test
  void spansLeaveTogetherSomeSecondsAfterTheFirst() throws Exception {
    exporter.take(span(1));
    timers.advance(SCHEDULE.minusMillis(1));
    exporter.take(span(2));
    timers.advance(Duration.ofMillis(1));
    assertThat(names(next())).containsExactly("span 1", "span 2");
  }

  @Test
  void aFullBatchLeavesAtOnce() throws Exception {
    take(0, BATCH);
    assertThat(names(next())).hasSize(BATCH);
  }

  @Test
  void tellsWhoMadeTheSpansAndInWhichPart() throws Exception {
    exporter.take(span(1));
    timers.advance(SCHEDULE);
    ExportTraceServiceRequest request = next();
    assertThat(attributes(request.getResourceSpans(0).getResource().getAttributesList()))
        .containsOnly(entry("service.name", "kubelet"), entry("host.name", "node-1"));
    assertThat(request.getResourceSpans(0).getScopeSpans(0).getScope().getName())
        .isEqualTo("a scope");
  }

  @Test
  void tellsAllThatIsKnownOfASpan() throws Exception {
    exporter.take(span(1));
    timers.advance(SCHEDULE);
    Span span = FakeCollector.spans(next()).getFirst();
    assertThat(span.getTraceId().toByteArray())
        .containsExactly(0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 8);
    assertThat(span.getSpanId().toByteArray()).containsExactly(0, 0, 0, 0, 0, 0, 0, 1);
    assertThat(span.getParentSpanId().toByteArray()).containsExactly(0, 0, 0, 0, 0, 0, 0, 9);
    assertThat(span.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
    assertThat(span.getStartTimeUnixNano()).isEqualTo(1_500_000_000L);
    assertThat(span.getEndTimeUnixNano()).isEqualTo(2_000_000_000L);
    assertThat(span.getAttributes(0).getValue().getStringValue()).isEqualTo("web");
    assertThat(span.getAttributes(1).getValue().getIntValue()).isEqualTo(14);
    assertThat(span.getEvents(0).getName()).isEqualTo("ready");
    assertThat(span.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
    assertThat(span.getStatus().getMessage()).isEqualTo("no such image");
  }

  @Test
  void whileTheCollectorIsAwaySoManyWaitAndTheNewestAreLost() throws Exception {
    collector.answer(Status.UNAVAILABLE);
    take(0, MOST_WAITING + 100);
    next();
    assertThat(exporter.dropped()).isEqualTo(100);

    collector.answer(Status.OK);
    awaitTaken(MOST_WAITING);
    assertThat(collector.spans()).extracting(Span::getName).contains("span 0", "span 2047");
    assertThat(exporter.dropped()).isEqualTo(100);
  }

  @Test
  void whatIsRefusedForGoodIsNotSentAgainButLaterSpansAre() throws Exception {
    collector.answer(Status.INVALID_ARGUMENT);
    exporter.take(span(1));
    timers.advance(SCHEDULE);
    next();
    await(() -> exporter.dropped() == 1);
    collector.answer(Status.OK);
    exporter.take(span(2));
    awaitTaken(1);
    assertThat(collector.spans()).extracting(Span::getName).containsExactly("span 2");
  }

  @Test
  void spansThatTheCollectorRejectsAreCounted() throws Exception {
    collector.reject(1);
    exporter.take(span(1));
    exporter.take(span(2));
    timers.advance(SCHEDULE);
    next();
    await(() -> exporter.dropped() == 1);
    assertThat(exporter.exported()).isEqualTo(1);
  }

  @Test
  void theLastSpansLeaveWhenItIsClosed() {
    exporter.take(span(1));
    exporter.close();
    assertThat(collector.spans()).hasSize(1);
    exporter.take(span(2));
    assertThat(exporter.dropped()).isEqualTo(1);
  }

  @Test
  void aCollectorMayListenOnASocketFileAndComeLate(@TempDir Path folder) throws Exception {
    Path socket = folder.resolve("otlp.sock");
    try (OtlpExporter late = exporter(CollectorEndpoint.parse("unix://" + socket))) {
      late.take(span(1));
      timers.advance(SCHEDULE);
      try (FakeCollector onFile = FakeCollector.on(socket)) {
        while (onFile.next(50, TimeUnit.MILLISECONDS) == null) {
          timers.advance(SCHEDULE);
        }
        assertThat(onFile.spans()).hasSize(1);
      }
    }
  }

  private void take(int from, int to) {
    for (int i = from; i < to; i++) {
      exporter.take(span(i));
    }
  }

  private ExportTraceServiceRequest next() throws InterruptedException {
    return Objects.requireNonNull(collector.next(20, TimeUnit.SECONDS), "nothing was sent");
  }

  private void awaitTaken(int spans) throws InterruptedException {
    while (collector.spans().size() < spans) {
      timers.advance(SCHEDULE);
      collector.next(20, TimeUnit.MILLISECONDS);
    }
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
  }

  private static List<String> names(ExportTraceServiceRequest request) {
    return FakeCollector.spans(request).stream().map(Span::getName).toList();
  }

  private static Map<String, String> attributes(List<KeyValue> attributes) {
    return attributes.stream()
        .collect(Collectors.toMap(KeyValue::getKey, pair -> pair.getValue().getStringValue()));
  }

  private static FinishedSpan span(int id) {
    return new FinishedSpan(
        new FinishedSpan.Identity(
            new SpanContext(7, 8, id, true), 9, "a scope", "span " + id, SpanKind.CLIENT),
        Instant.ofEpochMilli(1500),
        Instant.ofEpochMilli(2000),
        List.of(new Attribute.Text("pod", "web"), new Attribute.Amount("code", 14)),
        List.of(new FinishedSpan.Event(Instant.ofEpochMilli(1800), "ready", "")),
        "no such image");
  }
}
