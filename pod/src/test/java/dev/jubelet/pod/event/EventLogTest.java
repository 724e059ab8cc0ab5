package dev.jubelet.pod.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EventLogTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final EventLog log = new EventLog(2);

  private static NodeEvent event(String pod, String message, int second) {
    return new NodeEvent(
        START.plusSeconds(second),
        NodeEvent.Type.NORMAL,
        "Pulled",
        message,
        new PodKey("shop", pod),
        new PodUid(pod),
        "");
  }

  @Test
  void whatIsSaidAgainIsCounted() {
    log.accept(event("web", "a", 0));
    log.accept(event("web", "a", 5));

    assertThat(log.of(new PodUid("web")))
        .containsExactly(new EventLog.Recorded(event("web", "a", 0), START.plusSeconds(5), 2));
  }

  @Test
  void onlyTheNewestAreRemembered() {
    log.accept(event("web", "a", 0));
    log.accept(event("web", "b", 1));
    log.accept(event("web", "c", 2));

    assertThat(log.of(new PodUid("web")))
        .extracting(recorded -> recorded.first().message())
        .containsExactly("b", "c");
  }

  @Test
  void whoSubscribesIsToldEachTime() {
    List<NodeEvent> recorded = new ArrayList<>();
    log.accept(event("web", "early", 0));
    log.subscribe(recorded::add);
    log.accept(event("web", "a", 1));
    log.accept(event("web", "a", 1));

    assertThat(recorded).containsExactly(event("web", "a", 1), event("web", "a", 1));
  }
}
