package dev.jubelet.pod.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.NodeEvent;
import io.fabric8.kubernetes.api.model.Event;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimEventTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final NodeEvent GROWN =
      NodeEvent.of(
          new NodeEvent.Claim("shop", "data", "uid-7"),
          NOW,
          NodeEvent.Type.NORMAL,
          "FileSystemResizeSuccessful",
          "it has grown");

  @Test
  void anEventMayBeAboutAClaim() {
    String name = new EventNames("node-1").of(GROWN);
    Event event =
        new EventWording("node-1")
            .build(GROWN, new EventTally(name, GROWN.message(), NOW, NOW, 1, false));
    assertThat(event.getMetadata().getNamespace()).isEqualTo("shop");
    assertThat(event.getMetadata().getName()).startsWith("data.");
    assertThat(event.getInvolvedObject().getKind()).isEqualTo("PersistentVolumeClaim");
    assertThat(event.getInvolvedObject().getName()).isEqualTo("data");
    assertThat(event.getInvolvedObject().getUid()).isEqualTo("uid-7");
  }

  @Test
  void whatIsSaidOfAClaimIsPassedOnAndIsNothingOfTheNode() {
    EventLog log = new EventLog(10);
    List<NodeEvent> passed = new ArrayList<>();
    log.subscribe(passed::add);
    log.accept(GROWN);
    assertThat(passed).containsExactly(GROWN);
    assertThat(log.ofNode()).isEmpty();
  }
}
