package dev.jubelet.base.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RecordingTracerTest {
  private final List<FinishedSpan> ended = new ArrayList<>();
  private final Tracer tracer = tracer(Sampling.perMillion(1_000_000));

  private Tracer tracer(Sampling sampling) {
    return new RecordingTracer(sampling, () -> Instant.EPOCH, ended::add, "test");
  }

  @AfterEach
  void nothingStaysOnTheThread() {
    assertThat(tracer.current()).isSameAs(Span.NONE);
  }

  @Test
  void whatIsBegunWithinASpanIsAPartOfIt() {
    try (Span _ = tracer.begin("pass")) {
      try (Span _ = tracer.begin("step")) {
        tracer.beginCall("call").close();
      }
      tracer.begin("another step").close();
    }
    assertThat(ended)
        .extracting(span -> span.identity().name())
        .containsExactly("call", "step", "another step", "pass");
    assertThat(parentOf("call")).isEqualTo(idOf("step"));
    assertThat(parentOf("step")).isEqualTo(idOf("pass"));
    assertThat(parentOf("another step")).isEqualTo(idOf("pass"));
    assertThat(parentOf("pass")).isZero();
    assertThat(ended.stream().map(span -> span.identity().context().traceLow()).distinct())
        .hasSize(1);
  }

  @Test
  void twoPassesAreTwoTraces() {
    tracer.begin("one").close();
    tracer.begin("two").close();
    assertThat(ended.stream().map(span -> span.identity().context().traceLow()).distinct())
        .hasSize(2);
  }

  @Test
  void aSpanThatIsNeverEndedGoesWithTheOneAroundIt() {
    try (Span _ = tracer.begin("pass")) {
      tracer.begin("forgotten");
    }
    tracer.begin("next").close();
    assertThat(parentOf("next")).isZero();
  }

  @Test
  void aSpanEndedLateDoesNotDisturbTheThread() {
    Span outer = tracer.begin("outer");
    Span inner = tracer.begin("inner");
    outer.close();
    tracer.begin("between").close();
    inner.close();
    assertThat(parentOf("between")).isZero();
    assertThat(parentOf("inner")).isEqualTo(idOf("outer"));
  }

  @Test
  void workIsCarriedToAnotherThread() throws Exception {
    try (Span _ = tracer.begin("pass")) {
      Thread other =
          Thread.ofVirtual().start(tracer.carry(() -> tracer.begin("elsewhere").close()));
      other.join();
      Thread.ofVirtual().start(() -> tracer.begin("on its own").close()).join();
    }
    assertThat(parentOf("elsewhere")).isEqualTo(idOf("pass"));
    assertThat(parentOf("on its own")).isZero();
  }

  @Test
  void aRequestContinuesTheTraceOfItsClient() {
    SpanContext client = new SpanContext(1, 2, 3, true);
    tracer(Sampling.NEVER).beginServing("GET", Optional.of(client)).close();
    assertThat(ended).hasSize(1);
    assertThat(parentOf("GET")).isEqualTo(3);
    assertThat(ended.getFirst().identity().context().traceLow()).isEqualTo(2);
  }

  @Test
  void aTraceThatIsNotKeptIsToldAsSuchAndNotHandedOn() {
    try (Span span = tracer(Sampling.NEVER).begin("pass").with("key", "value")) {
      assertThat(Objects.requireNonNull(span.context()).header()).endsWith("-00");
    }
    tracer.beginServing("GET", Optional.of(new SpanContext(1, 2, 3, false))).close();
    assertThat(ended).isEmpty();
  }

  @Test
  void whatIsKnownOfASpanIsKeptOnceItEnds() {
    Span span = tracer.scoped("other").begin("pass").with("pod", "web").with("code", 5);
    span.happened("ready", "");
    span.fail("first");
    span.fail("x".repeat(5000));
    span.close();
    span.close();
    assertThat(ended).hasSize(1);
    FinishedSpan kept = ended.getFirst();
    assertThat(kept.identity().scope()).isEqualTo("other");
    assertThat(kept.attributes())
        .containsExactly(new Attribute.Text("pod", "web"), new Attribute.Amount("code", 5));
    assertThat(kept.events()).extracting(FinishedSpan.Event::name).containsExactly("ready");
    assertThat(kept.failure()).hasSize(1024);
  }

  private long idOf(String name) {
    return find(name).identity().context().spanId();
  }

  private long parentOf(String name) {
    return find(name).identity().parentId();
  }

  private FinishedSpan find(String name) {
    return ended.stream()
        .filter(span -> span.identity().name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
