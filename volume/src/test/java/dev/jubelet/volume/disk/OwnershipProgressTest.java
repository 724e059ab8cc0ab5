package dev.jubelet.volume.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OwnershipProgressTest {
  private final ManualTimers timers = new ManualTimers();
  private final List<NodeEvent> events = new ArrayList<>();
  private final OwnershipProgress tested = new OwnershipProgress(events::add, timers);
  private final AtomicLong files = new AtomicLong();
  private final Pod pod =
      new PodBuilder()
          .withNewMetadata()
          .withName("web")
          .withNamespace("shop")
          .withUid("u-1")
          .endMetadata()
          .build();

  @Test
  void aPodHearsAfterHalfAMinuteWhyItWaitsAndThenHowFarItHasCome() {
    Path root = Path.of("/root/pods/u-1/volumes/kubernetes.io~csi/pv-1/mount");
    try (OwnershipProgress.Watched _ = tested.begun(pod, root, files)) {
      timers.advance(Duration.ofSeconds(29));
      assertThat(events).isEmpty();
      timers.advance(Duration.ofSeconds(1));
      files.set(17);
      timers.advance(Duration.ofSeconds(60));
      files.set(40);
      timers.advance(Duration.ofSeconds(60));
    }
    timers.advance(Duration.ofHours(1));
    assertThat(events)
        .allSatisfy(
            event -> {
              assertThat(event.type()).isEqualTo(NodeEvent.Type.WARNING);
              assertThat(event.reason()).isEqualTo("VolumePermissionChangeInProgress");
              assertThat(event.uid()).isEqualTo(new PodUid("u-1"));
            })
        .extracting(NodeEvent::message)
        .containsExactly(
            "Setting volume ownership for u-1/volumes/kubernetes.io~csi/pv-1/mount is taking longer"
                + " than expected, consider using OnRootMismatch -"
                + " https://kubernetes.io/docs/tasks/configure-pod-container/security-context/"
                + "#configure-volume-permission-and-ownership-change-policy-for-pods",
            "Setting volume ownership for u-1/volumes/kubernetes.io~csi/pv-1/mount, processed 17"
                + " files.",
            "Setting volume ownership for u-1/volumes/kubernetes.io~csi/pv-1/mount, processed 40"
                + " files.");
  }

  @Test
  void aWalkThatIsOverSoonIsNotTold() {
    tested.begun(pod, Path.of("/elsewhere"), files).close();
    timers.advance(Duration.ofHours(1));
    assertThat(events).isEmpty();
  }

  @Test
  void aPlaceOutsideOfThePodIsToldWhole() {
    try (OwnershipProgress.Watched _ = tested.begun(pod, Path.of("/data"), files)) {
      timers.advance(Duration.ofSeconds(30));
    }
    assertThat(events.getFirst().message()).startsWith("Setting volume ownership for /data is");
  }
}
