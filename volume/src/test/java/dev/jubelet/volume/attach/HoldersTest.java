package dev.jubelet.volume.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.attach.Holders.OfNode;
import dev.jubelet.volume.attach.Holders.OfPod;
import org.junit.jupiter.api.Test;

final class HoldersTest {
  private static final PodUid A = new PodUid("a");
  private static final OfPod ONE = new OfPod(A, "one");
  private static final OfPod OTHER = new OfPod(new PodUid("b"), "one");

  private final Holders holders = new Holders();

  @Test
  void theFirstAndTheLastAreToldApart() {
    assertThat(holders.hold("v", ONE)).isTrue();
    assertThat(holders.hold("v", ONE)).isFalse();
    assertThat(holders.hold("v", OTHER)).isFalse();
    assertThat(holders.release(ONE)).isFalse();
    assertThat(holders.release(ONE)).isFalse();
    assertThat(holders.release(OTHER)).isTrue();
    assertThat(holders.volumes()).isEmpty();
  }

  @Test
  void aVolumeCanBeHeldForOnePodAlone() {
    assertThat(holders.holdAlone("v", ONE)).isTrue();
    assertThat(holders.holdAlone("v", ONE)).isTrue();
    assertThat(holders.holdAlone("v", new OfPod(A, "two"))).isTrue();
    assertThat(holders.holdAlone("v", OTHER)).isFalse();
    assertThat(holders.release(A)).isTrue();
    assertThat(holders.holdAlone("v", OTHER)).isTrue();
  }

  @Test
  void whoHasAVolumeWithOthersKeepsIt() {
    holders.hold("v", ONE);
    holders.hold("v", OTHER);
    assertThat(holders.holdAlone("v", ONE)).isTrue();
    assertThat(holders.holdAlone("v", new OfPod(new PodUid("c"), "one"))).isFalse();
  }

  @Test
  void whatTheNodeHasIsNoPods() {
    holders.hold("v", new OfNode("place"));
    assertThat(holders.release(A)).isFalse();
    assertThat(holders.release(new OfNode("place"))).isTrue();
  }
}
