package dev.jubelet.pod.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class EventCorrelatorTest {
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final EventNames names = new EventNames("n1");
  private final EventCorrelator correlator = new EventCorrelator(names::of);

  private NodeEvent event(String pod, String field, String reason, String message) {
    return new NodeEvent(
        now,
        NodeEvent.Type.WARNING,
        reason,
        message,
        new PodKey("shop", pod),
        new PodUid(pod),
        field);
  }

  private Optional<EventTally> say(String pod, String message) {
    return correlator.correlate(event(pod, "", "Unhealthy", message));
  }

  @Test
  void theSameEventIsCountedUnderItsFirstName() {
    EventTally first = say("web", "down").orElseThrow();
    Instant began = now;
    now = now.plusSeconds(5);
    EventTally second = say("web", "down").orElseThrow();

    assertThat(first).isEqualTo(new EventTally(first.name(), "down", began, began, 1, false));
    assertThat(second).isEqualTo(new EventTally(first.name(), "down", began, now, 2, true));
  }

  @Test
  void eventsOfOtherPodsPartsReasonsOrMessagesAreOtherEvents() {
    List<NodeEvent> events =
        List.of(
            event("web", "", "A", "x"),
            event("db", "", "A", "x"),
            event("web", "spec.containers{a}", "A", "x"),
            event("web", "", "B", "x"),
            event("web", "", "A", "y"));

    assertThat(events)
        .extracting(event -> correlator.correlate(event).orElseThrow().count())
        .containsOnly(1);
  }

  @Test
  void manySimilarEventsBecomeOne() {
    for (int i = 1; i <= 9; i++) {
      assertThat(say("web", "message " + i).orElseThrow().count()).isEqualTo(1);
    }
    EventTally tenth = say("web", "message 10").orElseThrow();
    EventTally eleventh = say("web", "message 11").orElseThrow();

    assertThat(tenth.message()).isEqualTo("(combined from similar events): message 10");
    assertThat(eleventh.message()).isEqualTo("(combined from similar events): message 11");
    assertThat(eleventh.name()).isEqualTo(tenth.name());
    assertThat(eleventh.count()).isEqualTo(2);
    assertThat(say("web", "message 3").orElseThrow())
        .satisfies(
            known -> {
              assertThat(known.message()).isEqualTo("message 3");
              assertThat(known.count()).isEqualTo(2);
            });
  }

  @Test
  void afterTenMinutesOfSilenceEventsAreToldOneByOneAgain() {
    for (int i = 1; i <= 10; i++) {
      say("web", "message " + i);
    }
    now = now.plus(Duration.ofMinutes(10)).plusMillis(1);

    assertThat(say("web", "another").orElseThrow().message()).isEqualTo("another");
  }

  @Test
  void aSubjectHasTwentyFiveEventsAndOneMoreEveryFiveMinutes() {
    for (int i = 0; i < 25; i++) {
      assertThat(say("web", "down")).isPresent();
    }
    assertThat(say("web", "down")).isEmpty();
    assertThat(say("db", "down")).isPresent();

    now = now.plus(Duration.ofMinutes(5)).minusMillis(1);
    assertThat(say("web", "down")).isEmpty();
    now = now.plusMillis(1);
    assertThat(say("web", "down").orElseThrow().count()).isEqualTo(28);
    assertThat(say("web", "down")).isEmpty();
  }

  @Test
  void namesOfEventsOfTheSameMomentDiffer() {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      made.add(names.of(event("web", "", "A", "x")));
    }

    assertThat(made).doesNotHaveDuplicates().allMatch(name -> name.matches("web\\.[0-9a-f]{16}"));
    assertThat(names.of(event("w".repeat(250), "", "A", "x"))).hasSizeLessThan(254);
  }
}
