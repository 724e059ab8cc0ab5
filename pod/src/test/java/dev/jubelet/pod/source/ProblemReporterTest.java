package dev.jubelet.pod.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProblemReporterTest {
  private final ManualTimers timers = new ManualTimers();
  private final List<NodeEvent> events = new ArrayList<>();
  private final ProblemReporter reporter = new ProblemReporter(timers, events::add);

  @Test
  void aProblemStandsSinceItWasFoundAndUntilItIsMended() {
    Instant found = timers.now();
    reporter.update(List.of(new SourceProblem("/a.yaml", "bad", true)));
    timers.advance(Duration.ofSeconds(20));
    reporter.update(
        List.of(
            new SourceProblem("/a.yaml", "bad", true),
            new SourceProblem("/b.yaml", "unknown field", false)));

    assertThat(reporter.standing())
        .containsExactly(
            new StandingProblem("/a.yaml", "bad", true, found),
            new StandingProblem("/b.yaml", "unknown field", false, timers.now()));
    assertThat(events).hasSize(1);

    reporter.update(List.of());
    assertThat(reporter.standing()).isEmpty();
  }

  @Test
  void anotherProblemOfTheSamePlaceBeginsAnew() {
    reporter.update(List.of(new SourceProblem("/a.yaml", "bad", true)));
    timers.advance(Duration.ofSeconds(20));
    reporter.update(List.of(new SourceProblem("/a.yaml", "worse", true)));

    assertThat(reporter.standing())
        .containsExactly(new StandingProblem("/a.yaml", "worse", true, timers.now()));
    assertThat(events).hasSize(2);
  }
}
