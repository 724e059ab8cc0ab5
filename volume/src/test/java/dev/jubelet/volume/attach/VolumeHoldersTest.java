package dev.jubelet.volume.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.attach.VolumeHolders.NodeHolder;
import dev.jubelet.volume.attach.VolumeHolders.PodHolder;
import org.junit.jupiter.api.Test;

final class VolumeHoldersTest {
  private static final PodUid A = new PodUid("a");
  private static final PodHolder ONE = new PodHolder(A, "one");
  private static final PodHolder OTHER = new PodHolder(new PodUid("b"), "one");

  private final VolumeHolders holders = new VolumeHolders();

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
    assertThat(holders.holdAlone("v", new PodHolder(A, "two"))).isTrue();
    assertThat(holders.holdAlone("v", OTHER)).isFalse();
    assertThat(holders.release(A)).isTrue();
    assertThat(holders.holdAlone("v", OTHER)).isTrue();
  }

  @Test
  void whoHasAVolumeWithOthersKeepsIt() {
    holders.hold("v", ONE);
    holders.hold("v", OTHER);
    assertThat(holders.holdAlone("v", ONE)).isTrue();
    assertThat(holders.holdAlone("v", new PodHolder(new PodUid("c"), "one"))).isFalse();
  }

  @Test
  void whatTheNodeHasIsNoPods() {
    holders.hold("v", new NodeHolder("place"));
    assertThat(holders.release(A)).isFalse();
    assertThat(holders.release(new NodeHolder("place"))).isTrue();
  }
}
