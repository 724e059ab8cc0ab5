package dev.jubelet.benchmark.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PodTimelineTest {

  @Test
  void stepsHaveTheirTimes() {
    PodTimeline timeline =
        parse(
            """
            {"uid": "u1", "steps": [
              {"what": "seen", "detail": "x", "start": "2026-01-01T00:00:00.100Z",
               "end": "2026-01-01T00:00:00.100Z"},
              {"what": "sandbox", "detail": "attempt 0", "start": "2026-01-01T00:00:00.110Z",
               "end": "2026-01-01T00:00:00.190Z"},
              {"what": "ready", "detail": "", "start": "2026-01-01T00:00:00.250Z"}]}
            """);

    assertThat(timeline.uid()).isEqualTo("u1");
    assertThat(timeline.isReady()).isTrue();
    assertThat(timeline.seen()).isEqualTo(Instant.parse("2026-01-01T00:00:00.100Z"));
    assertThat(timeline.find("sandbox"))
        .get()
        .extracting(PodTimeline.Step::took)
        .isEqualTo(Duration.ofMillis(80));
    assertThat(timeline.find("ready"))
        .get()
        .extracting(PodTimeline.Step::took)
        .isEqualTo(Duration.ZERO);
  }

  @Test
  void aPodThatIsNotReadyHasNoReadyTime() {
    PodTimeline timeline = parse("{\"uid\": \"u1\", \"steps\": []}");

    assertThat(timeline.isReady()).isFalse();
    assertThatThrownBy(timeline::ready)
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("'ready'");
  }

  private static PodTimeline parse(String json) {
    try {
      return PodTimeline.parse(new ObjectMapper().readTree(json));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
