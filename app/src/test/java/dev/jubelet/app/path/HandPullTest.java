package dev.jubelet.app.path;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.metric.Meters;
import dev.jubelet.base.Timeline;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.image.ImagePuller;
import dev.jubelet.image.PullListener;
import dev.jubelet.image.PullSettings;
import dev.jubelet.image.credential.CredentialPlugins;
import dev.jubelet.image.credential.NodeDockerConfig;
import dev.jubelet.image.credential.PullCredentials;
import dev.jubelet.image.record.ImageAccess;
import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.time.ManualTimers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HandPullTest {
  private static final Path NOWHERE = Path.of("/nowhere");

  private final ManualTimers timers = new ManualTimers();
  private final FakeCri cri = new FakeCri(timers, FakeProfile.containerd2());
  private final List<NodeEvent> events = new ArrayList<>();
  private final Meters meters = new Meters(timers);
  private final Timeline timeline = new Timeline(timers, 10, 10, meters.pods, meters.tracer);
  private final HandPull pulls =
      new HandPull(
          new ImageAdapter(
              new ImagePuller(
                  cri,
                  new PullSettings(true, 0, 0, 0),
                  new PullCredentials(
                      ObjectValues.NONE,
                      NodeDockerConfig.of(NOWHERE, NOWHERE, Map.of("HOME", "/nowhere"), timers),
                      CredentialPlugins.NONE,
                      events::add,
                      timers),
                  ImageAccess.OPEN,
                  timers,
                  HandPull.events(events::add),
                  PullListener.UNHEARD)),
          timeline);

  @Test
  void anImageIsPulledAndTheNodeIsToldOfIt() {
    assertThat(pulls.pull("reg.io/a:1"))
        .isInstanceOfSatisfying(
            ImageOutcome.Present.class,
            present ->
                assertThat(present.imageRef()).isEqualTo(cri.images().list().getFirst().getId()));
    assertThat(events).extracting(NodeEvent::reason).containsExactly("Pulling", "Pulled");
    assertThat(events).allMatch(event -> event.pod() == null && event.uid() == null);
  }

  @Test
  void afterAFailureTheNextAttemptIsMadeAtOnce() {
    cri.images().failPull("reg.io/a:1", CriException.Kind.UNAVAILABLE, "no route");
    assertThat(pulls.pull("reg.io/a:1")).isInstanceOf(ImageOutcome.Unavailable.class);
    cri.images().healPull("reg.io/a:1");
    assertThat(pulls.pull("reg.io/a:1")).isInstanceOf(ImageOutcome.Present.class);
  }

  @Test
  void whatIsSaidOfOtherPodsStaysTheirs() {
    NodeEvent event =
        new NodeEvent(
            timers.now(),
            NodeEvent.Type.NORMAL,
            "Pulled",
            "m",
            new PodKey("default", "web"),
            new PodUid("u"),
            "spec.containers{c}");
    HandPull.events(events::add).accept(event);

    assertThat(events).containsExactly(event);
  }
}
