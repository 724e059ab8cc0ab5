package dev.jubelet.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.jubelet.app.config.Fixture;
import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.base.trace.Span;
import dev.jubelet.base.trace.SpanContext;
import dev.jubelet.base.trace.Tracer;
import dev.jubelet.edge.trace.OtlpExporter;
import dev.jubelet.testing.time.ManualTimers;
import dev.jubelet.testing.trace.FakeCollector;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

@Timeout(30)
class TracingTest {
  private static final Duration SCHEDULE = Duration.ofSeconds(5);

  @TempDir Path directory;

  private final ManualTimers timers = new ManualTimers();

  @Test
  void withoutTheFieldThereAreNoTraces() {
    try (Tracing tracing = Tracing.of(config(""), "node-1", timers)) {
      assertThat(tracing.tracer()).isSameAs(Tracer.OFF);
      assertThat(tracing.exporter()).isEmpty();
    }
    assertThat(timers.pending()).isZero();
  }

  @Test
  void aRateSaysWhichTracesBeginHere() {
    try (Tracing all =
            Tracing.of(config("tracing: {samplingRatePerMillion: 1000000}"), "n", timers);
        Tracing none = Tracing.of(config("tracing: {endpoint: 'localhost:1'}"), "n", timers)) {
      assertThat(isKept(all.tracer().begin("pass"))).isTrue();
      assertThat(isKept(none.tracer().begin("pass"))).isFalse();
      SpanContext client = new SpanContext(1, 2, 3, true);
      assertThat(isKept(none.tracer().beginServing("GET", Optional.of(client)))).isTrue();
    }
  }

  @Test
  void anOutageOfTheCollectorIsOneLineAndItsEndAnother() throws Exception {
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    Logger logger = (Logger) LoggerFactory.getLogger(OtlpExporter.class);
    lines.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(lines);
    try (FakeCollector collector = FakeCollector.onLoopback();
        Tracing tracing =
            Tracing.of(
                config(
                    "tracing: {samplingRatePerMillion: 1000000, endpoint: '%s'}"
                        .formatted(collector.endpoint())),
                "node-1",
                timers)) {
      collector.answer(Status.UNAVAILABLE.withDescription("not now"));
      for (int attempt = 0; attempt < 3; attempt++) {
        tracing.tracer().begin("pass").close();
        awaitAttempt(collector);
      }
      collector.answer(Status.OK);
      while (collector.spans().isEmpty()) {
        timers.advance(SCHEDULE);
        collector.next(20, TimeUnit.MILLISECONDS);
      }
    } finally {
      logger.detachAppender(lines);
    }
    assertThat(List.copyOf(lines.list))
        .extracting(ILoggingEvent::getLevel)
        .containsExactly(Level.WARN, Level.INFO);
  }

  private void awaitAttempt(FakeCollector collector) throws InterruptedException {
    do {
      timers.advance(SCHEDULE);
    } while (collector.next(20, TimeUnit.MILLISECONDS) == null);
  }

  private static boolean isKept(Span span) {
    try (span) {
      SpanContext context = span.context();
      return context != null && context.sampled();
    }
  }

  private KubeletConfig config(String more) {
    return Fixture.config(directory, more);
  }
}
