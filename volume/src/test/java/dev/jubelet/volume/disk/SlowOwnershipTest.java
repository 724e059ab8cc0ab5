package dev.jubelet.volume.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlowOwnershipTest {
  private static final Pod POD =
      new PodBuilder()
          .withNewMetadata()
          .withNamespace("shop")
          .withName("web")
          .withUid("uid-1")
          .endMetadata()
          .build();
  private static final Path VOLUME =
      Path.of("/var/lib/kubelet/pods/uid-1/volumes/kubernetes.io~csi/pv/mount");

  private final ManualTimers timers = new ManualTimers();
  private final List<NodeEvent> events = new ArrayList<>();
  private final SlowOwnership slow = new SlowOwnership(events::add, timers);

  @Test
  void aWalkThatTakesLongIsToldAfterHalfAMinuteAndThenEachMinute() throws IOException {
    slow.during(
        () -> {
          try (SlowOwnership.Walk walk = SlowOwnership.begin(POD, VOLUME)) {
            timers.advance(Duration.ofSeconds(29));
            assertThat(events).isEmpty();
            timers.advance(Duration.ofSeconds(1));
            walk.step();
            walk.step();
            timers.advance(Duration.ofSeconds(60));
            walk.step();
            timers.advance(Duration.ofSeconds(60));
          }
          return true;
        });
    timers.advance(Duration.ofHours(1));
    assertThat(timers.pending()).isZero();
    assertThat(events)
        .allMatch(event -> event.reason().equals("VolumePermissionChangeInProgress"))
        .extracting(NodeEvent::message)
        .containsExactly(
            "Setting volume ownership for uid-1/volumes/kubernetes.io~csi/pv/mount is taking longer"
                + " than expected, consider using OnRootMismatch -"
                + " https://kubernetes.io/docs/tasks/configure-pod-container/security-context/"
                + "#configure-volume-permission-and-ownership-change-policy-for-pods",
            "Setting volume ownership for uid-1/volumes/kubernetes.io~csi/pv/mount, processed 2"
                + " files.",
            "Setting volume ownership for uid-1/volumes/kubernetes.io~csi/pv/mount, processed 3"
                + " files.");
  }

  @Test
  void withoutAnybodyToTellNothingIsTold() {
    try (SlowOwnership.Walk walk = SlowOwnership.begin(POD, VOLUME)) {
      walk.step();
      timers.advance(Duration.ofHours(1));
    }
    assertThat(timers.pending()).isZero();
    assertThat(events).isEmpty();
  }
}
