package dev.jubelet.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.trace.Attribute;
import dev.jubelet.base.trace.FinishedSpan;
import dev.jubelet.base.trace.RecordingTracer;
import dev.jubelet.base.trace.Sampling;
import dev.jubelet.base.trace.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TimelineTest {
  private final SteppingTimers timers = new SteppingTimers();
  private final Timeline timeline = new Timeline(timers, 2, 3);

  @Test
  void aStepHasItsTimesItsOutcomeAndWhatItWaitedFor() {
    Timeline.Step step = timeline.begin("pod", "image", "busybox").waitsFor("the pull queue");
    assertThat(timeline.history("pod").entries().getFirst().end()).isNull();
    step.end("no such image");
    Timeline.Entry entry = timeline.history("pod").entries().getFirst();
    assertThat(entry.what()).isEqualTo("image");
    assertThat(entry.detail()).isEqualTo("busybox");
    assertThat(entry.outcome()).isEqualTo("no such image");
    assertThat(entry.waitedFor()).isEqualTo("the pull queue");
    assertThat(entry.took()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aStepTellsWhenItShouldBeOver() {
    Instant later = Instant.EPOCH.plusSeconds(90);
    timeline.await("pod", "wait", "main", "CrashLoopBackOff").until(later);
    assertThat(timeline.history("pod").entries().getFirst().until()).isEqualTo(later);
  }

  @Test
  void whatTookNoTimeCanHaveGoneWrong() {
    timeline.mark("pod", "exit", "main", "exit code 7");
    Timeline.Entry entry = timeline.history("pod").entries().getFirst();
    assertThat(entry.outcome()).isEqualTo("exit code 7");
    assertThat(entry.took()).isEqualTo(Duration.ZERO);
  }

  @Test
  void aSubjectCanBeForgotten() {
    timeline.mark("a", "seen", "");
    timeline.mark("b", "seen", "");
    timeline.forget("a");
    assertThat(timeline.history("a").entries()).isEmpty();
    assertThat(timeline.history("b").entries()).hasSize(1);
  }

  @Test
  void theFirstEndOfAStepCounts() {
    Timeline.Step step = timeline.begin("pod", "kill", "web");
    step.end("first");
    step.end("second");
    assertThat(timeline.history("pod").entries().getFirst().outcome()).isEqualTo("first");
  }

  @Test
  void theOldestStepsOfASubjectGoFirstAndAreCounted() {
    for (int i = 0; i < 5; i++) {
      timeline.mark("pod", "step " + i, "");
    }
    Timeline.History history = timeline.history("pod");
    assertThat(history.dropped()).isEqualTo(2);
    assertThat(history.entries())
        .extracting(Timeline.Entry::what)
        .containsExactly("step 2", "step 3", "step 4");
  }

  @Test
  void theSubjectLongestUntouchedIsForgotten() {
    timeline.mark("a", "seen", "");
    timeline.mark("b", "seen", "");
    timeline.mark("a", "seen", "");
    timeline.mark("c", "seen", "");
    assertThat(timeline.history("a").entries()).hasSize(2);
    assertThat(timeline.history("b").entries()).isEmpty();
  }

  @Test
  void whatIsDoneInAPassIsASpanAndTheRestAreEventsOfThePass() {
    List<FinishedSpan> spans = new ArrayList<>();
    Timeline traced =
        new Timeline(
            timers,
            2,
            9,
            (subject, entry) -> {},
            new RecordingTracer(Sampling.perMillion(1_000_000), timers::now, spans::add, "test"));
    traced.begin("pod", "before", "").end("");
    try (Span _ = traced.pass("pass")) {
      traced.await("pod", "wait", "its volumes", "a mount");
      Timeline.Step step = traced.begin("pod", "image", "busybox").waitsFor("the pull queue");
      traced.mark("pod", "ready", "");
      step.end("no such image");
    }
    assertThat(spans).extracting(span -> span.identity().name()).containsExactly("image", "pass");
    FinishedSpan image = spans.getFirst();
    FinishedSpan pass = spans.getLast();
    assertThat(image.identity().parentId()).isEqualTo(pass.identity().context().spanId());
    assertThat(image.failure()).isEqualTo("no such image");
    assertThat(image.events()).extracting(FinishedSpan.Event::name).containsExactly("ready");
    assertThat(image.attributes())
        .containsExactly(
            new Attribute.Text("jubelet.step.detail", "busybox"),
            new Attribute.Text("jubelet.step.waited_for", "the pull queue"));
    assertThat(pass.events())
        .extracting(FinishedSpan.Event::detail)
        .containsExactly("its volumes: a mount");
    assertThat(traced.history("pod").entries())
        .extracting(Timeline.Entry::what)
        .containsExactly("before", "wait", "image", "ready");
  }

  /** Each look at the clock is a second later. */
  private static final class SteppingTimers implements Timers {
    private Instant now = Instant.EPOCH;

    @Override
    public Instant now() {
      now = now.plusSeconds(1);
      return now;
    }

    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public Pending after(Duration delay, Runnable task) {
      throw new UnsupportedOperationException();
    }
  }
}
